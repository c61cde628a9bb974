import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { addCounts, closingLine, countTests } from './test-counts.ts';

let file = '';
beforeEach(() => {
  file = path.join(temporaryFolder(), 'report.json');
});

function count(report: object, exitCode: number) {
  writeFileSync(file, JSON.stringify(report));
  return countTests(file, exitCode);
}

const vitest = (numbers: object, testResults: object[] = []) => ({
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  ...numbers,
  testResults,
});
const playwright = (stats: object, suites: object[] = []) => ({
  stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  suites,
});

test('counts the tests of Vitest’s report, and names failed tests', () => {
  const assertionResults = [
    { status: 'failed', fullName: 'a search finds it' },
    { status: 'passed', fullName: 'a search is fast' },
  ];
  const results = [
    { name: '/a.test.ts', status: 'failed', assertionResults },
    { name: '/b.test.ts', status: 'passed', assertionResults: [] },
  ];
  expect(count(vitest({ numFailedTests: 1, numPendingTests: 2 }, results), 1)).toEqual({
    passed: 5,
    failed: 1,
    skipped: 2,
    failures: ['/a.test.ts a search finds it'],
  });
});

test('counts and names a file that does not load as a failure', () => {
  const broken = { name: '/a.test.ts', status: 'failed', assertionResults: [] };
  expect(count(vitest({}, [broken]), 1)).toMatchObject({ failed: 1, failures: ['/a.test.ts'] });
});

test('counts the tests of Playwright’s report, with flaky tests as failures', () => {
  const spec = (title: string, ok: boolean, status: string) => ({ title, ok, tests: [{ status }] });
  const inner = { file: 'a.test.ts', specs: [spec('repeated', true, 'flaky')] };
  const specs = [spec('good', true, 'expected'), spec('bad', false, 'unexpected')];
  const suites = [{ file: 'a.test.ts', specs, suites: [inner] }];
  expect(count(playwright({ unexpected: 1, flaky: 1, skipped: 3 }, suites), 1)).toEqual({
    passed: 5,
    failed: 2,
    skipped: 3,
    failures: ['a.test.ts bad', 'a.test.ts repeated'],
  });
});

test('counts a failure for a nonzero exit code or a missing report', () => {
  expect(count(vitest({}), 1).failed).toBe(1);
  expect(count(playwright({}), 1).failed).toBe(1);
  expect(countTests('/nowhere.json', 0)).toMatchObject({ passed: 0, failed: 1 });
});

test('sums counts for the closing line', () => {
  const counts = { passed: 2, failed: 1, skipped: 0, failures: ['a'] };
  const total = addCounts([counts, { ...counts, failures: ['b'] }]);
  expect(total).toEqual({ passed: 4, failed: 2, skipped: 0, failures: ['a', 'b'] });
  expect(closingLine(total)).toBe('4 passed, 2 failed');
  expect(closingLine({ ...total, skipped: 3 })).toBe('4 passed, 2 failed, 3 skipped');
});
