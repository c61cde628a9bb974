/** The words of a vocabulary by their beginnings. */
export interface WordRanks {
  /** By the number of a word, its place among all in the order of their letters. */
  rankOf: Int32Array;
  /** The ranks of the words that begin so: from the first up to, not with, the second. */
  rangeOf(beginning: string): readonly [from: number, to: number];
  /** The words of these ranks. */
  wordsIn(range: readonly [from: number, to: number]): string[];
}

const known = new WeakMap<ReadonlyMap<string, number>, WordRanks>();

/** Made once a vocabulary, when first asked for; that may not grow any more. */
export function wordRanks(vocabulary: ReadonlyMap<string, number>): WordRanks {
  let ranks = known.get(vocabulary);
  if (ranks === undefined) known.set(vocabulary, (ranks = rankWords(vocabulary)));
  return ranks;
}

function rankWords(vocabulary: ReadonlyMap<string, number>): WordRanks {
  const words = [...vocabulary.keys()].sort();
  const rankOf = new Int32Array(words.length);
  for (const [rank, word] of words.entries()) rankOf[vocabulary.get(word) ?? 0] = rank;

  /** The first rank of which the word is not before the beginning, or not before all that begin so. */
  function firstRank(isBefore: (word: string) => boolean): number {
    let [low, high] = [0, words.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(words[middle] ?? '')) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    rankOf,
    rangeOf: (beginning) => [
      firstRank((word) => word < beginning),
      firstRank((word) => word < beginning || word.startsWith(beginning)),
    ],
    wordsIn: ([from, to]) => words.slice(from, to),
  };
}
