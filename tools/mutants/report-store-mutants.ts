import { checkStoreMutants } from './check-store-mutants.ts';

/** Some faults cannot be seen, because the code that they leave does the same. */
const MIN_SEEN = 0.9;

// Histories draw as few inputs as before a push.
process.env['FUZZ_FACTOR'] = '0.25';

const startedAt = Date.now();
const checked = await checkStoreMutants(
  process.argv[2] ?? '',
  ({ file, line, change, redTest }) => {
    if (redTest === null) console.log(`No test sees ${file}:${line}  ${change}`);
  },
);

for (const file of new Set(checked.map((each) => each.file))) {
  const own = checked.filter((each) => each.file === file);
  const tests = new Map<string, number>();
  for (const { redTest } of own) {
    if (redTest !== null) tests.set(redTest, (tests.get(redTest) ?? 0) + 1);
  }
  const seen = Array.from(tests, ([test, count]) => `${count} by ${test}`);
  console.log(`${file}: ${own.length} faults, ${seen.join(', ') || 'none seen'}`);
}

const seen = checked.filter(({ redTest }) => redTest !== null).length;
const minutes = Math.round((Date.now() - startedAt) / 60_000);
console.log(`\n${seen} of ${checked.length} faults are seen, in ${minutes} minutes.`);
// Vitest's workers may still be ending.
process.exit(checked.length > 0 && seen >= MIN_SEEN * checked.length ? 0 : 1);
