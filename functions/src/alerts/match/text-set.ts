/** One bit per text number. */
export type TextSet = Uint32Array;

const BITS = 32;

export function createTextSets(count: number) {
  const length = Math.ceil(count / BITS);
  const none: TextSet = new Uint32Array(length);

  function merged(
    sets: readonly TextSet[],
    merge: (left: number, right: number) => number,
  ): TextSet {
    const [first = none, ...others] = sets;
    if (others.length === 0) return first;
    const result = first.slice();
    for (const other of others) {
      for (let at = 0; at < length; at += 1) result[at] = merge(result[at] ?? 0, other[at] ?? 0);
    }
    return result;
  }

  return {
    none,

    of(numbers: readonly number[]): TextSet {
      const set = new Uint32Array(length);
      for (const number of numbers) {
        const at = Math.floor(number / BITS);
        set[at] = (set[at] ?? 0) | (1 << (number % BITS));
      }
      return set;
    },

    /** Intersection of at least one set. */
    common: (sets: readonly TextSet[]): TextSet => merged(sets, (left, right) => left & right),

    any: (sets: readonly TextSet[]): TextSet => merged(sets, (left, right) => left | right),

    without: (set: TextSet, others: TextSet): TextSet =>
      others === none ? set : merged([set, others], (left, right) => left & ~right),

    numbersIn(set: TextSet): number[] {
      const numbers: number[] = [];
      for (let at = 0; at < length; at += 1) {
        for (let left = set[at] ?? 0; left !== 0; left &= left - 1)
          numbers.push(at * BITS + (BITS - 1 - Math.clz32(left & -left)));
      }
      return numbers;
    },
  };
}
