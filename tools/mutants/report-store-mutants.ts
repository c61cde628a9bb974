import path from 'node:path';
import { type CheckedFile, checkStoreMutants } from './check-store-mutants.ts';
import { FUNCTIONS } from './firestore-calls.ts';

/** Some faults cannot be seen, because the code that they leave does the same. */
const MIN_SEEN = 0.9;

// Histories draw as few inputs as before a push.
process.env['FUZZ_FACTOR'] = '0.25';

const startedAt = Date.now();
const minutes = () => Math.round((Date.now() - startedAt) / 60_000);

/** Printed at once, because all files take an hour. */
function report({ name, mutants }: CheckedFile): void {
  const tests = new Map<string, number>();
  for (const { redTest } of mutants) {
    if (redTest !== null) tests.set(redTest, (tests.get(redTest) ?? 0) + 1);
  }
  const seen = Array.from(tests, ([test, count]) => `${count} by ${nameTest(test)}`);
  console.log(`${name}: ${mutants.length} faults, ${seen.join(', ') || 'none seen'}`);
  for (const { line, change, redTest } of mutants) {
    if (redTest === null) console.log(`  no test sees line ${line}: ${change}`);
  }
}

/** A timeout is no file. */
const nameTest = (test: string) => (path.isAbsolute(test) ? path.relative(FUNCTIONS, test) : test);

const checked = (await checkStoreMutants(process.argv[2] ?? '', report)).flatMap(
  ({ mutants }) => mutants,
);
const seen = checked.filter(({ redTest }) => redTest !== null).length;
console.log(`\n${seen} of ${checked.length} faults are seen, in ${minutes()} minutes.`);
// Vitest's workers may still be ending.
process.exit(checked.length > 0 && seen >= MIN_SEEN * checked.length ? 0 : 1);
