import {
  indexRepetition,
  type PublishedNotes,
  wordsOf,
} from '../../../functions/src/noise/repetition.ts';
import { splitNotes } from '../../../functions/src/noise/split-notes.ts';
import {
  learnStandingText,
  type StandingText,
} from '../../../functions/src/noise/standing-text.ts';

/** Learns of a feed's notes what their standing text is. */
export type Recogniser = (notes: readonly PublishedNotes[]) => StandingText;

const SEVERAL = 3;

/** What the recogniser is compared with: whatever stands in three episodes or more. */
function countAlone(notes: readonly PublishedNotes[]): StandingText {
  const repetition = indexRepetition(
    notes.map(({ text, publishedAtMs }) => ({
      sentences: splitNotes(text).map(({ start, end }) => wordsOf(text.slice(start, end))),
      publishedAtMs,
    })),
  );
  return (text) =>
    splitNotes(text).filter(
      ({ start, end }) => repetition.of(wordsOf(text.slice(start, end))).count >= SEVERAL,
    );
}

export const RECOGNISERS: Record<string, Recogniser> = {
  'counting alone': countAlone,
  recogniser: learnStandingText,
};
