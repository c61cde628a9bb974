import type { FurtherText } from '../../../texts/searchable-texts.ts';

export type FurtherWords = `${FurtherText}_words`;

/** `more_words`: the overflow of an episode's first vector. */
export type WordTable = 'more_words' | FurtherWords;

/**
 * `cost`: reading a vector, relative to an episode's first one. `rowBytes`: size of a row, assumed until the
 * server has statistics.
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
