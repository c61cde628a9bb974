import type { FurtherText } from '../../../texts/searchable-texts.ts';

export type FurtherWords = `${FurtherText}_words`;

/** `more_words`: the overflow of an episode's first vector. */
export type WordTable = 'more_words' | FurtherWords;

export const WORD_TABLE_NAMES: readonly WordTable[] = [
  'more_words',
  'spoken_words',
  'repeated_words',
];

export function wordsOf(text: FurtherText): FurtherWords {
  return `${text}_words`;
}
