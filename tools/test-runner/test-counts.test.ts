import { describe, expect, test } from 'vitest';
import {
  addCounts,
  closingLine,
  countJourneys,
  countTests,
  failedTests,
  nothingRan,
} from './test-counts.ts';

const report = (
  numbers: object,
  testResults: { status: string; assertionResults: { status: string }[] }[] = [],
) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  ...numbers,
  testResults,
});
const failing = {
  status: 'failed',
  assertionResults: [{ status: 'failed' }, { status: 'passed' }],
};

describe('the counts of a run', () => {
  test('are the report’s own; what is still to be written counts as skipped', () => {
    const numbers = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
    expect(countTests(report(numbers, [failing]), 1)).toEqual({ passed: 5, failed: 1, skipped: 3 });
  });

  test('a file that does not load counts as one failed', () => {
    const broken = { status: 'failed', assertionResults: [] };
    expect(countTests(report({ numPassedTests: 5 }, [broken]), 1).failed).toBe(1);
  });

  test('a file whose set-up throws counts as one failed beside its skipped tests', () => {
    const broken = { status: 'failed', assertionResults: [{ status: 'skipped' }] };
    const counts = countTests(report({ numPendingTests: 1 }, [broken]), 1);
    expect(counts).toEqual({ passed: 0, failed: 1, skipped: 1 });
  });

  test('a run that ends badly is never without a failure', () => {
    expect(countTests(report({ numPassedTests: 5 }), 1).failed).toBe(1);
    expect(countTests(null, 0).failed).toBe(1);
  });

  test('a run with nothing to run is no failure', () => {
    expect(countTests(report({}), 0)).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });
});

const journeys = (stats: object, errors: unknown[] = []) => ({
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
});

describe('the counts of a run of the journeys', () => {
  test('are the report’s own; a test that passed only when repeated has failed', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countJourneys(journeys(stats), 1)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });

  test('a file that does not load counts as one failed', () => {
    expect(countJourneys(journeys({ expected: 5 }, [{}]), 1).failed).toBe(1);
  });

  test('a run that ends badly is never without a failure', () => {
    expect(countJourneys(journeys({ expected: 5 }), 1).failed).toBe(1);
    expect(countJourneys(null, 0).failed).toBe(1);
  });
});

describe('the failed tests', () => {
  test('of a run are named with their files, also a file that does not load', () => {
    const assertionResults = [
      { status: 'failed', fullName: 'a list is sorted' },
      { status: 'passed', fullName: 'a list is read' },
    ];
    const results = [
      { name: 'list.test.ts', status: 'failed', assertionResults },
      { name: 'broken.test.ts', status: 'failed', assertionResults: [] },
      { name: 'good.test.ts', status: 'passed', assertionResults: [] },
    ];
    const named = ['list.test.ts a list is sorted', 'broken.test.ts'];
    expect(failedTests(report({}, results))).toEqual(named);
    expect(failedTests(null)).toEqual([]);
  });

  test('of the journeys are named, also what passed only when repeated', () => {
    const spec = (title: string, ok: boolean, status: string) => ({
      title,
      ok,
      tests: [{ status }],
    });
    const inner = { file: 'player.test.ts', specs: [spec('it plays', false, 'unexpected')] };
    const specs = [spec('it opens', true, 'expected'), spec('it closes', true, 'flaky')];
    const suites = [{ file: 'phone.test.ts', specs, suites: [inner] }];
    const named = ['phone.test.ts it closes', 'player.test.ts it plays'];
    expect(failedTests({ ...journeys({}), suites })).toEqual(named);
  });
});

test('counts of several runs are added', () => {
  const one = { passed: 1, failed: 2, skipped: 3 };
  expect(addCounts([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 });
  expect(addCounts([])).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

test('the closing line names skipped tests only where there are any', () => {
  expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
  expect(closingLine({ passed: 12, failed: 1, skipped: 4 })).toBe('12 passed, 1 failed, 4 skipped');
});

test('a name that no test has is said, and no other run is', () => {
  const counts = { passed: 0, failed: 0, skipped: 12 };
  expect(nothingRan(counts, 'by keybord')).toContain('"by keybord"');
  expect(nothingRan(counts, null)).toBeNull();
  expect(nothingRan({ ...counts, passed: 1 }, 'by keyboard')).toBeNull();
  expect(nothingRan({ ...counts, failed: 1 }, 'by keyboard')).toBeNull();
});
