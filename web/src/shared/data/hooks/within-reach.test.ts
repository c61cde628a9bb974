import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withinReach } from './within-reach.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<string>(() => undefined);
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Records how a promise settles. */
function follow(promise: Promise<unknown>) {
  const seen: unknown[] = [];
  promise.then(
    (value) => seen.push(value),
    (error: unknown) => seen.push(error instanceof Error ? error.name : error),
  );
  return seen;
}

test('settles like the write and clears its timer', async () => {
  await expect(withinReach(Promise.resolve('saved'))).resolves.toBe('saved');
  await expect(withinReach(Promise.reject(new Error('denied')))).rejects.toThrow('denied');
  expect(vi.getTimerCount()).toBe(0);
});

test('rejects after six seconds without a confirmation', async () => {
  const seen = follow(withinReach(never));
  await wait(5999);
  expect(seen).toEqual([]);
  await wait(1);
  expect(seen).toEqual(['OutOfReach']);
});

test('rejects immediately when offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const seen = follow(withinReach(never));
  await wait(0);
  expect(seen).toEqual(['OutOfReach']);
});
