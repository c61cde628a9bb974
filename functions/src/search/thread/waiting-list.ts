interface Waiting<T> {
  entry: T;
  weight: number;
}

/** A priority queue: the lightest entry first, then the oldest. */
export function createWaitingList<T>() {
  const waiting = new Map<number, Waiting<T>>();
  return {
    add(id: number, entry: T, weight: number): void {
      waiting.set(id, { entry, weight });
    },
    remove(id: number): void {
      waiting.delete(id);
    },
    takeLightest(): { id: number; entry: T } | undefined {
      let lightest: ({ id: number } & Waiting<T>) | undefined;
      for (const [id, { entry, weight }] of waiting) {
        if (lightest === undefined || weight < lightest.weight) lightest = { id, entry, weight };
      }
      if (lightest !== undefined) waiting.delete(lightest.id);
      return lightest;
    },
    isEmpty: () => waiting.size === 0,
  };
}
