/** How many times as many: 100 for a night, with `FUZZ_FACTOR=100 npm test -- functions/property`. */
export const FUZZ_FACTOR = Number(process.env['FUZZ_FACTOR'] ?? 1);
// With none at all, every property would hold.
if (!(FUZZ_FACTOR > 0)) throw new Error('FUZZ_FACTOR must be a number above 0.');

/** With how many inputs a test tries a property. Every run tries others. */
export function fuzzRuns(runs: number): number {
  return Math.ceil(runs * FUZZ_FACTOR);
}
