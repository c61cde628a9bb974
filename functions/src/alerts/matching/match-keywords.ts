import { tokensOf } from '../../keywords/keyword-tokens.ts';
import { NONE, plantKeywordTree } from './keyword-tree.ts';

/** The texts of an episode that a keyword is looked for in, each separately. */
export interface SearchedTexts {
  title: string;
  podcast: string;
  publisher: string;
  description: string;
  /** Further texts, where there are any. */
  more?: readonly string[];
}

export interface KeywordMatcher {
  /**
   * The places (from 0, in the order they were given) of the keywords an episode mentions, each
   * once, in no particular order.
   */
  match(episode: SearchedTexts): number[];
}

/**
 * A matcher for keywords in their normal form (`normaliseKeyword`), each given once: an episode
 * mentions a keyword exactly if a search for it finds the episode. For episodes that come one after
 * another; those that several shards look at are put into a batch (`episode-batch.ts`).
 */
export function createMatcher(keywords: Iterable<string>): KeywordMatcher {
  const all = [...keywords];
  const vocabulary = new Map<string, number>();
  for (const keyword of all) {
    for (const token of keyword === '' ? [] : keyword.split(' ')) {
      if (!vocabulary.has(token)) vocabulary.set(token, vocabulary.size);
    }
  }
  const tree = plantKeywordTree(all, vocabulary);
  return {
    match: (episode) => tree.mentionedIn(tokenRow(episode, (word) => vocabulary.get(word))),
  };
}

/** The tokens of an episode's texts by their numbers, with {@link NONE} behind each text. */
export function tokenRow(
  { title, podcast, publisher, description, more = [] }: SearchedTexts,
  numberOf: (word: string) => number | undefined,
): Int32Array {
  const numbers: number[] = [];
  for (const text of [title, podcast, publisher, description, ...more]) {
    for (const word of tokensOf(text)) numbers.push(numberOf(word) ?? NONE);
    numbers.push(NONE);
  }
  return Int32Array.from(numbers);
}
