import { expect, test } from 'vitest';
import { HOUR_MS } from '../../functions/src/contract/index.ts';
import { firestoreDailyBudget } from '../../functions/src/search/providers/daily-budget.ts';
import { unique } from '../support/unique.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

function budgetAt(now: { ms: number }, name = `budget-${unique()}`) {
  return firestoreDailyBudget(name, 5, () => now.ms);
}

test('a day’s requests are counted for all instances together, and no more are given', async () => {
  const now = { ms: NOON };
  const name = `shared-${unique()}`;
  const [one, other] = [budgetAt(now, name), budgetAt(now, name)];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, turn) => (turn % 2 ? one : other).take(1)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  await expect(one.take(1)).rejects.toMatchObject({
    code: 'upstream-unavailable',
    retryAfterMs: 12 * HOUR_MS,
  });
});

test('what is more than is left takes nothing', async () => {
  const budget = budgetAt({ ms: NOON });
  await budget.take(3);
  await expect(budget.take(3)).rejects.toMatchObject({ code: 'upstream-unavailable' });
  await budget.take(2);
});

test('the next day begins anew', async () => {
  const now = { ms: NOON };
  const budget = budgetAt(now);
  await budget.take(5);
  now.ms += 12 * HOUR_MS;
  await budget.take(5);
});
