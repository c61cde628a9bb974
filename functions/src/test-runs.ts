/** Multiplies all numbers of inputs: `FUZZ_FACTOR=20 npm test -- functions` tries twenty times as many. */
export const FUZZ_FACTOR = Number(process.env['FUZZ_FACTOR'] ?? 1);
// With none at all, every property would hold.
if (!(FUZZ_FACTOR > 0)) throw new Error('FUZZ_FACTOR must be a number above 0.');

/** How many inputs a test tries a property with, `runs` by default. Each run of the test makes others. */
export function fuzzRuns(runs: number): number {
  return Math.ceil(runs * FUZZ_FACTOR);
}
