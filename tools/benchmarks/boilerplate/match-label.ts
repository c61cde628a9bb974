import { createHash } from 'node:crypto';

export const PARTS = ['tuned', 'held-out', 'watched', 'unseen'] as const;

/** A match of a search, and a person's judgement of it. */
export interface MatchLabel {
  /**
   * The set of the label. `tuned` and `held-out` are feeds: the recogniser was tuned with the former and is
   * tested with the latter. `watched` and `unseen` are sentences drawn at random: the scores of `watched`
   * were seen while rules were chosen, those of `unseen` only afterwards.
   */
  part: (typeof PARTS)[number];
  feed: string;
  /** The item's identity in its feed; see `itemIdentity`. */
  item: string;
  /** The matching sentence's range in the item's notes, in UTF-16 code units. */
  start: number;
  end: number;
  /** {@link sentenceHash} of the sentence. The sentence itself is copyrighted. */
  sentence: string;
  /** Empty for a sentence that was not drawn by a keyword. */
  keyword: string;
  /** True for boilerplate, false for a sentence about the episode. */
  isBoilerplate: boolean;
}

const COLUMNS = 'part feed item start end sentence keyword label'.split(' ').join('\t');

/** Reads labels from TSV with a header line. Throws an Error that names the row with the mistake. */
export function readMatchLabels(tsv: string): MatchLabel[] {
  const [names, ...rows] = tsv.split(/\r?\n/).filter((line) => line !== '');
  if (names !== COLUMNS) throw new Error(`the labels have other columns than ${COLUMNS}`);
  return rows.map((row, index) => {
    const [name, feed = '', item = '', start, end, sentence = '', keyword = '', label] =
      row.split('\t');
    const part = PARTS.find((each) => each === name);
    if (part === undefined) throw new Error(`row ${index + 1} has no part`);
    if (label !== 'standing' && label !== 'true') throw new Error(`row ${index + 1} has no label`);
    return {
      part,
      feed,
      item,
      sentence,
      keyword,
      start: Number(start),
      end: Number(end),
      isBoilerplate: label === 'standing',
    };
  });
}

export function sentenceHash(sentence: string): string {
  return createHash('sha256').update(sentence).digest('hex').slice(0, 16);
}
