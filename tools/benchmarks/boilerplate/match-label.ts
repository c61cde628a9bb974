import { createHash } from 'node:crypto';

/** A match of a search, and what a person who read it says it is. */
export interface MatchLabel {
  /** Whether the recogniser was tuned on its feed, or the feed was held out. */
  part: 'tuned' | 'held-out';
  /** The feed's file in the corpus. */
  feed: string;
  /** What the item is known by in its feed; see `itemIdentity`. */
  item: string;
  /** The sentence that matched, in the item's notes: UTF-16 code units. */
  start: number;
  end: number;
  /** {@link sentenceHash} of it; the text itself belongs to the show. */
  sentence: string;
  /** What was searched for. */
  keyword: string;
  /** Standing text of the feed, or said about the episode. */
  isBoilerplate: boolean;
}

const COLUMNS = 'part feed item start end sentence keyword label'.split(' ').join('\t');

/** Reads labels, one a line below a line of names. Throws a sentence that says where they are wrong. */
export function readMatchLabels(tsv: string): MatchLabel[] {
  const [names, ...rows] = tsv.split(/\r?\n/).filter((line) => line !== '');
  if (names !== COLUMNS) throw new Error(`the labels have other columns than ${COLUMNS}`);
  return rows.map((row, index) => {
    const [part, feed = '', item = '', start, end, sentence = '', keyword = '', label] =
      row.split('\t');
    if (part !== 'tuned' && part !== 'held-out') throw new Error(`row ${index + 1} has no part`);
    if (label !== 'standing' && label !== 'true') throw new Error(`row ${index + 1} has no label`);
    return {
      ...{ part, feed, item, sentence, keyword },
      start: Number(start),
      end: Number(end),
      isBoilerplate: label === 'standing',
    };
  });
}

export function sentenceHash(sentence: string): string {
  return createHash('sha256').update(sentence).digest('hex').slice(0, 16);
}
