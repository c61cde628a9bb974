import {
  indexRepetition,
  type PublishedNotes,
  wordsOf,
} from '../../../functions/src/boilerplate/repetition.ts';
import { splitSentences } from '../../../functions/src/boilerplate/split-sentences.ts';
import {
  learnBoilerplate,
  type FindBoilerplate,
} from '../../../functions/src/boilerplate/learn-boilerplate.ts';

/** Learns of a feed's notes what their boilerplate is. */
export type Recogniser = (notes: readonly PublishedNotes[]) => FindBoilerplate;

const SEVERAL = 3;

/** What the recogniser is compared with: whatever stands in three episodes or more. */
function countAlone(notes: readonly PublishedNotes[]): FindBoilerplate {
  const repetition = indexRepetition(
    notes.map(({ text, publishedAtMs }) => ({
      sentences: splitSentences(text).map(({ start, end }) => wordsOf(text.slice(start, end))),
      publishedAtMs,
    })),
  );
  return (text) =>
    splitSentences(text).filter(
      ({ start, end }) => repetition.of(wordsOf(text.slice(start, end))).count >= SEVERAL,
    );
}

export const RECOGNISERS: Record<string, Recogniser> = {
  'counting alone': countAlone,
  recogniser: learnBoilerplate,
};
