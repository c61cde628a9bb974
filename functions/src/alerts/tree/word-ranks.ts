export interface WordRanks {
  /** The rank (index in alphabetical order) of each word, by the word's number. */
  rankOf: Int32Array;
  /** Ranks of the words with this prefix; `to` is exclusive. */
  rangeOf(beginning: string): readonly [from: number, to: number];
  wordsIn(range: readonly [from: number, to: number]): string[];
}

const known = new WeakMap<ReadonlyMap<string, number>, WordRanks>();

/** Sorts the vocabulary once and caches the result; the vocabulary must not grow afterwards. */
export function wordRanks(vocabulary: ReadonlyMap<string, number>): WordRanks {
  let ranks = known.get(vocabulary);
  if (ranks === undefined) known.set(vocabulary, (ranks = rankWords(vocabulary)));
  return ranks;
}

function rankWords(vocabulary: ReadonlyMap<string, number>): WordRanks {
  const words = [...vocabulary.keys()].sort();
  const rankOf = new Int32Array(words.length);
  for (const [rank, word] of words.entries()) rankOf[vocabulary.get(word) ?? 0] = rank;

  /** Binary search: the first rank whose word is not `isBefore`. */
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
