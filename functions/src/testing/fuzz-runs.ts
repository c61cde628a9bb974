/** Multiplies the inputs of property tests: `FUZZ_FACTOR=20 npm test -- functions`. */
export const FUZZ_FACTOR = Number(process.env['FUZZ_FACTOR'] ?? 1);
// With 0, no input would be tried, and every property would pass.
if (!(FUZZ_FACTOR > 0)) throw new Error('FUZZ_FACTOR must be a number above 0.');

/** `runs` scaled by {@link FUZZ_FACTOR}. test-seed.ts decides which inputs are drawn. */
export function fuzzRuns(runs: number): number {
  return Math.ceil(runs * FUZZ_FACTOR);
}

/**
 * Min inputs of a kind. Below a factor of 1 none; above 1 a quarter of the scaled number: rare kinds vary by
 * seed.
 */
export function timesSeen(times: number): number {
  if (FUZZ_FACTOR < 1) return -1;
  return FUZZ_FACTOR === 1 ? times : (times * FUZZ_FACTOR) / 4;
}

/** A mulberry32 generator of numbers in [0, 1). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
