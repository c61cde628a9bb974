import { describe, expect, test } from 'vitest';
import { countJourneys, skipReasons } from './playwright-counts.ts';

const report = (stats: object, { errors = [] as unknown[], suites = [] as unknown[] } = {}) => ({
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
  suites,
});
const spec = (...annotations: object[]) => ({ tests: [{ annotations }] });
const skipped = (description?: string) => spec({ type: 'skip', description });

describe('the counts of a run of the journeys', () => {
  test('are the report’s own; a test that passed only when repeated has failed', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countJourneys(report(stats), 1)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });

  test('a file that does not load counts as one failed', () => {
    expect(countJourneys(report({ expected: 5 }, { errors: [{}] }), 1).failed).toBe(1);
  });

  test('a run that ends badly is never without a failure', () => {
    expect(countJourneys(report({ expected: 5 }), 1).failed).toBe(1);
    expect(countJourneys(null, 0).failed).toBe(1);
    expect(countJourneys({ stats: { expected: 5 } }, 0).failed).toBe(1);
  });
});

test('the reasons for skipping are told, with how many tests each concerns, however deep they are', () => {
  const inner = { specs: [skipped('another machine'), skipped()] };
  const suites = [{ specs: [skipped('another machine'), spec()], suites: [inner] }];
  expect([...skipReasons(report({}, { suites }))]).toEqual([
    ['another machine', 2],
    ['no reason is given', 1],
  ]);
  expect(skipReasons(null).size).toBe(0);
});
