import { expect, test } from 'vitest';
import { createSearchTime } from './search-time.ts';

function clocked() {
  let now = 0;
  const spend = createSearchTime(() => now);
  const search = (client: string, ms: number) =>
    spend([client], () => {
      now += ms;
      return Promise.resolve('found');
    });
  return { search, spend, wait: (ms: number) => (now += ms) };
}

/** Number of searches of `ms` each that run before one is refused. */
async function searchesUntilRefused(search: () => Promise<unknown>) {
  for (let count = 0; count < 1000; count += 1) {
    const refused = await search().then(
      () => null,
      (error: unknown) => error,
    );
    if (refused === null) continue;
    expect(refused).toMatchObject({ code: 'rate-limited' });
    return count;
  }
  return Infinity;
}

test('refuses no number of ordinary searches', async () => {
  const { search } = clocked();
  expect(await searchesUntilRefused(() => search('a', 30))).toBe(Infinity);
});

test.each([800, 400, 300, 650])(
  'lets searches of %i ms run for at most nine seconds',
  async (ms) => {
    const { search } = clocked();
    const count = await searchesUntilRefused(() => search('a', ms));
    expect(count * ms).toBeGreaterThan(8_000);
    expect(count * ms).toBeLessThanOrEqual(12_000 + ms);
    expect(await search('b', 10)).toBe('found');
  },
);

test('lets the client search again after a minute', async () => {
  const { search, wait } = clocked();
  await searchesUntilRefused(() => search('a', 800));
  await expect(search('a', 1)).rejects.toMatchObject({ code: 'rate-limited' });
  wait(60_000);
  expect(await search('a', 1)).toBe('found');
});

test('counts a search that fails', async () => {
  const { spend, wait } = clocked();
  const late = () =>
    spend(['a'], () => {
      wait(800);
      return Promise.reject(new Error('late'));
    });
  for (let count = 0; count < 15; count += 1) await late().catch(() => undefined);
  await expect(late()).rejects.toMatchObject({ code: 'rate-limited' });
});

test('lets a client join the search of one that has no time left', async () => {
  const { search, spend } = clocked();
  await searchesUntilRefused(() => search('a', 800));
  expect(await spend(['a', 'b'], () => Promise.resolve('found'))).toBe('found');
});
