import { itemIdentity } from '../../../functions/src/catalogue/refresh/item-identity.ts';
import type { FeedItem } from '../../../functions/src/feeds/feed-model.ts';
import { type MatchLabel, sentenceHash } from './match-label.ts';
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

/** How a recogniser did. */
export interface BoilerplateMeasure {
  /** Standing text that it hides. */
  hidden: number;
  /** What is true of an episode and is hidden. */
  lost: MatchLabel[];
  /** Standing text that it does not find. */
  missed: MatchLabel[];
  /** What is true of an episode and stays. */
  kept: number;
  /** Labels of matches that the corpus does not have. */
  unknown: MatchLabel[];
}

/**
 * Compares what a recogniser says with the labels.
 * @param feeds The items of the feeds, by the names that the labels have for them.
 */
export function measureBoilerplate(
  labels: readonly MatchLabel[],
  feeds: ReadonlyMap<string, readonly FeedItem[]>,
  recogniser: Recogniser,
): BoilerplateMeasure {
  const measure: BoilerplateMeasure = { hidden: 0, lost: [], missed: [], kept: 0, unknown: [] };
  for (const [feed, items] of feeds) {
    const standing = recogniser(
      items.map(({ description, publishedAtMs }) => ({ text: description, publishedAtMs })),
    );
    const notesOf = new Map(items.map((item) => [itemIdentity(item), item.description]));
    for (const label of labels.filter((each) => each.feed === feed)) {
      const notes = notesOf.get(label.item) ?? '';
      if (sentenceHash(notes.slice(label.start, label.end)) !== label.sentence) {
        measure.unknown.push(label);
        continue;
      }
      const isHidden = standing(notes).some(
        ({ start, end }) => start <= label.start && end >= label.end,
      );
      if (isHidden && label.isBoilerplate) measure.hidden += 1;
      else if (isHidden) measure.lost.push(label);
      else if (label.isBoilerplate) measure.missed.push(label);
      else measure.kept += 1;
    }
  }
  measure.unknown.push(...labels.filter(({ feed }) => !feeds.has(feed)));
  return measure;
}

/** A measure as a line: of what is hidden, how much is right; of what there is, how much is found. */
export function describeMeasure({
  hidden,
  lost,
  missed,
  kept,
  unknown,
}: BoilerplateMeasure): string {
  const matches = hidden + lost.length + missed.length + kept;
  return (
    `${matches} matches: precision ${percent(hidden, hidden + lost.length)}, ` +
    `recall ${percent(hidden, hidden + missed.length)} ` +
    `(${hidden} hidden, ${lost.length} lost, ${missed.length} missed, ${kept} kept` +
    `${unknown.length > 0 ? `, ${unknown.length} not in the corpus` : ''})`
  );
}

function percent(part: number, whole: number): string {
  return whole === 0 ? 'unknown' : `${((100 * part) / whole).toFixed(1)} %`;
}

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
