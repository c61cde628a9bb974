import type { FurtherText } from '../../../searchable-texts.ts';

/** Texts beside an episode's own that a search may look through, in tables of their own. */
export type FurtherWords = `${FurtherText}_words`;

/** Beside the words of the days: those of long episodes, of which a day's vectors hold the first. */
export type WordTable = 'more_words' | FurtherWords;

/**
 * The tables of words. The cost of reading one vector; that of an episode's notes is 1. A row's bytes,
 * where the server has not counted the rows yet.
 */
export const WORD_TABLES: Record<WordTable, { cost: number; rowBytes: number }> = {
  more_words: { cost: 3, rowBytes: 60 },
  spoken_words: { cost: 15, rowBytes: 60 },
  repeated_words: { cost: 1, rowBytes: 500 },
};

export const WORD_TABLE_NAMES = Object.keys(WORD_TABLES) as WordTable[];

export function wordsOf(text: FurtherText): FurtherWords {
  return `${text}_words`;
}
