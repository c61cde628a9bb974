import { tokensOf } from '../../keywords/keyword-tokens.ts';
import type { SearchedTexts } from '../../keywords/question-holds.ts';
import { NONE } from './keyword-tree.ts';

/** Texts as rows of tokens, each token by its number. */
export interface TokenRows {
  /** Every token by its number, from 0, in the order in which they first came up. */
  vocabulary: ReadonlyMap<string, number>;
  /**
   * The tokens of an episode's title, podcast, publisher, description and further texts, with
   * {@link NONE} behind each.
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
    add({ title, podcast, publisher, description, more = [] }) {
      const numbers: number[] = [];
      for (const text of [title, podcast, publisher, description, ...more]) {
        for (const word of tokensOf(text)) numbers.push(numberOf(word));
        numbers.push(NONE);
      }
      return Int32Array.from(numbers);
    },
  };
}
