/** Factor for the number of drawn inputs: `FUZZ_FACTOR=20 npm test -- functions` tries twenty times as many. */
export const FUZZ_FACTOR = Number(process.env['FUZZ_FACTOR'] ?? 1);
// With a factor of 0, no input would be tried, and every property would hold.
if (!(FUZZ_FACTOR > 0)) throw new Error('FUZZ_FACTOR must be a number above 0.');

/**
 * The number of inputs with which a test tries a property, `runs` by default. test-seed.ts decides which
 * inputs.
 */
export function fuzzRuns(runs: number): number {
  return Math.ceil(runs * FUZZ_FACTOR);
}

/**
 * How many drawn inputs must be of some kind for a property to mean something, `times` by default. With a
 * factor below 1 nothing is expected, because chance may leave out a kind. With a factor above 1 a quarter of
 * the multiplied number is expected, because seeds are random and may draw a rare kind less often than usual.
 */
export function timesSeen(times: number): number {
  if (FUZZ_FACTOR < 1) return -1;
  return FUZZ_FACTOR === 1 ? times : (times * FUZZ_FACTOR) / 4;
}

/** A mulberry32 generator: for the same seed, the same numbers from 0 (included) to 1 (excluded). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
