import { itemIdentity } from '../../../functions/src/catalogue/items/item-identity.ts';
import type { FeedItem } from '../../../functions/src/feeds/feed-model.ts';
import { type MatchLabel, sentenceHash } from './match-label.ts';
import {
  indexRepetition,
  type PublishedNotes,
} from '../../../functions/src/boilerplate/repetition.ts';
import { splitSentences } from '../../../functions/src/boilerplate/split-sentences.ts';
import {
  learnBoilerplate,
  type FindBoilerplate,
} from '../../../functions/src/boilerplate/learn-boilerplate.ts';

/** The results of a recogniser, as a confusion matrix of matches. */
export interface BoilerplateMeasure {
  /** Boilerplate that is hidden (true positives). */
  hidden: number;
  /** Sentences about the episode that are hidden (false positives). */
  lost: MatchLabel[];
  /** Boilerplate that is not found (false negatives). */
  missed: MatchLabel[];
  /** Sentences about the episode that are kept (true negatives). */
  kept: number;
  unknown: MatchLabel[];
}

/**
 * Compares a recogniser with labels. `feeds` holds the items of each feed by the feed's file name in the
 * labels.
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

/** Learns from all notes of a feed which of their sentences are boilerplate. */
export type Recogniser = (notes: readonly PublishedNotes[]) => FindBoilerplate;

const SEVERAL = 3;

/** The baseline: every sentence in three episodes or more is boilerplate. */
function countAlone(notes: readonly PublishedNotes[]): FindBoilerplate {
  const repetition = indexRepetition(
    notes.map(({ text, publishedAtMs }) => ({
      sentences: splitSentences(text).map(({ start, end }) => text.slice(start, end)),
      publishedAtMs,
    })),
  );
  return (text) =>
    splitSentences(text).filter(
      ({ start, end }) => repetition.of(text.slice(start, end)).count >= SEVERAL,
    );
}

export const RECOGNISERS: Record<string, Recogniser> = {
  'counting alone': countAlone,
  recogniser: learnBoilerplate,
};
