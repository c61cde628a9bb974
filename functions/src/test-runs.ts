/** Multiplies all numbers of inputs: `FUZZ_FACTOR=20 npm test -- functions` tries twenty times as many. */
export const FUZZ_FACTOR = Number(process.env['FUZZ_FACTOR'] ?? 1);
// With 0, every property would hold.
if (!(FUZZ_FACTOR > 0)) throw new Error('FUZZ_FACTOR must be a number above 0.');

/** How many inputs a test tries a property with, `runs` by default. See test-seed.ts for which. */
export function fuzzRuns(runs: number): number {
  return Math.ceil(runs * FUZZ_FACTOR);
}

/**
 * How often drawn inputs must have been of a kind, `times` by default, for a property to mean something.
 * With a factor below 1 chance may leave a kind out, and nothing is expected. With a factor above 1 seeds are
 * random and draw a rare kind less often than on average: a quarter is expected.
 */
export function timesSeen(times: number): number {
  if (FUZZ_FACTOR < 1) return -1;
  return FUZZ_FACTOR === 1 ? times : (times * FUZZ_FACTOR) / 4;
}
