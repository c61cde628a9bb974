import { tokensOf } from '../../query/tokenize.ts';
import type { SearchedTexts } from '../../query/match-query.ts';
import { NONE } from './keyword-tree.ts';

/** Texts as rows of tokens, each token by its number. */
export interface TokenRows {
  /** Every token by its number, from 0, in the order in which they first came up. */
  vocabulary: ReadonlyMap<string, number>;
  /**
   * The tokens of an episode's title, podcast, publisher, description, persons, chapters, further texts
   * and, at the end, what is said in it, with {@link NONE} behind each.
   */
  add(texts: SearchedTexts): Int32Array;
}

export function createTokenRows(): TokenRows {
  const vocabulary = new Map<string, number>();
  const numberOf = (word: string) => {
    let number = vocabulary.get(word);
    if (number === undefined) vocabulary.set(word, (number = vocabulary.size));
    return number;
  };
  return {
    vocabulary,
    add({ title, podcast, publisher, description, persons, chapters, more = [], said }) {
      const numbers: number[] = [];
      const further = [persons, chapters, ...more, said].filter((text) => text !== undefined);
      for (const text of [title, podcast, publisher, description, ...further]) {
        for (const word of tokensOf(text)) numbers.push(numberOf(word));
        numbers.push(NONE);
      }
      return Int32Array.from(numbers);
    },
  };
}

/**
 * The tokens of an episode's written texts; a view, not a copy.
 * @param said Its transcript, if that is known.
 */
export function writtenTokens(row: Int32Array, { said }: Pick<SearchedTexts, 'said'>): Int32Array {
  return said === undefined ? row : row.subarray(0, row.lastIndexOf(NONE, row.length - 2) + 1);
}
