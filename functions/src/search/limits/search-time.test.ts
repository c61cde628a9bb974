import { expect, test } from 'vitest';
import { AppError } from '../../platform/app-error.ts';
import { createSearchTime } from './search-time.ts';

function clocked() {
  let now = 0;
  const { spend, isSlow } = createSearchTime(() => now);
  const wait = (ms: number) => (now += ms);
  const search = (client: string, ms: number) =>
    spend([client], () => {
      wait(ms);
      return Promise.resolve('found');
    });
  return { search, spend, isSlow, wait };
}

async function countUntilRefused(search: () => Promise<unknown>) {
  for (let count = 0; count < 1000; count += 1) {
    const refused = await search().then(
      () => null,
      (error: unknown) => error,
    );
    if (refused === null) continue;
    expect(refused).toMatchObject({ code: 'rate-limited', retryAfterMs: 60_000 });
    return count;
  }
  return Infinity;
}

test('never refuses ordinary searches', async () => {
  const { search, isSlow } = clocked();
  expect(await countUntilRefused(() => search('a', 250))).toBe(Infinity);
  expect(isSlow('a')).toBe(false);
});

test.each([800, 400, 350])('allows searches of %i ms for nine seconds a minute', async (ms) => {
  const { search, isSlow } = clocked();
  const count = await countUntilRefused(() => search('a', ms));
  expect(count).toBe(Math.ceil(9_000 / ms));
  expect(await search('b', 10)).toBe('found');
  expect([isSlow('a'), isSlow('b')]).toEqual([true, false]);
});

test('allows the client again after a minute', async () => {
  const { search, isSlow, wait } = clocked();
  await countUntilRefused(() => search('a', 800));
  wait(60_000);
  expect(isSlow('a')).toBe(false);
  expect(await search('a', 1)).toBe('found');
});

test('counts the time of failed searches', async () => {
  const { spend, wait } = clocked();
  const late = () =>
    spend(['a'], () => {
      wait(800);
      return Promise.reject(new Error('late'));
    });
  for (let count = 0; count < 12; count += 1) await late().catch(() => undefined);
  await expect(late()).rejects.toMatchObject({ code: 'rate-limited' });
});

test('does not count the wait for an unavailable server', async () => {
  const { spend, isSlow, wait } = clocked();
  const away = () =>
    spend(['a'], () => {
      wait(2_500);
      return Promise.reject(new AppError('upstream-unavailable', 'away'));
    });
  for (let count = 0; count < 15; count += 1) {
    await expect(away()).rejects.toMatchObject({ code: 'upstream-unavailable' });
  }
  expect(isSlow('a')).toBe(false);
});

test('charges a shared search to a client with time left', async () => {
  const { search, spend } = clocked();
  await countUntilRefused(() => search('a', 800));
  expect(await spend(['a', 'b'], () => Promise.resolve('found'))).toBe('found');
});
