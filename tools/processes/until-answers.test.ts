import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { untilTrue } from './until-answers.ts';

const MINUTE_MS = 60_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('waits for twenty minutes while the sign of life changes', async () => {
  const startedAt = Date.now();
  const minutes = () => (Date.now() - startedAt) / MINUTE_MS;
  const waiting = untilTrue(
    'The site',
    () => Promise.resolve(minutes() >= 20),
    () => `line ${Math.floor(minutes() / 4)}`,
  );
  await vi.advanceTimersByTimeAsync(21 * MINUTE_MS);
  await waiting;
});

test('gives up after five minutes without a change, and names what it waited for', async () => {
  const waiting = untilTrue('The site', () => Promise.resolve(false));
  const refused = expect(waiting).rejects.toThrow(
    'The site did not answer, and nothing moved for five minutes.',
  );
  await vi.advanceTimersByTimeAsync(6 * MINUTE_MS);
  await refused;
});
