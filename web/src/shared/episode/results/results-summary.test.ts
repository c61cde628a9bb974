import { expect, test } from 'vitest';
import { INITIAL_SEARCH_STATE } from '#shared/search/search-store.ts';
import { resultsSummary } from './results-summary.ts';

function summary(reachable: number, total: number, currentPage = 1) {
  return resultsSummary({
    ...INITIAL_SEARCH_STATE,
    reachable,
    totalResults: total,
    currentPage,
  });
}

test.each([
  [summary(0, 0), 'No episodes found'],
  [summary(1, 1), '1 episode'],
  [summary(10, 10), '10 episodes, newest first'],
  [summary(23, 23, 2), '23 episodes, newest first, page 2 of 3'],
  [summary(412, 412, 3), '412 episodes, newest first, page 3 of 42'],
  [summary(1000, 1000), 'at least 1,000 episodes, newest first, page 1 of 100'],
  [summary(100, 412), 'The newest 100 of 412 episodes, page 1 of 10'],
  [summary(100, 1000, 99), 'The newest 100 of at least 1,000 episodes, page 10 of 10'],
])('summarizes as "%s"', (found, expected) => {
  expect(found).toBe(expected);
});

test('announces a running search, and nothing after a failure', () => {
  expect(resultsSummary({ ...INITIAL_SEARCH_STATE, isLoading: true })).toBe('Searching…');
  expect(resultsSummary({ ...INITIAL_SEARCH_STATE, error: 'no' })).toBe('');
});
