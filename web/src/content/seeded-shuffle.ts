/** The items in an order that looks random and depends on the seed alone. */
export function seededShuffle<T>(items: readonly T[], seed: string): T[] {
  const next = numbersFrom(seed);
  return items
    .map((item) => ({ item, rank: next() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** Unsigned 32-bit numbers: FNV-1a of the seed, carried on by a xorshift. */
function numbersFrom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const character of seed) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  // A xorshift that starts with 0 gives nothing but 0.
  if (state === 0) state = 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
