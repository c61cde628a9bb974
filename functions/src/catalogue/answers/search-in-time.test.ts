import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { DAY_MS } from '../../contract/index.ts';
import type { CatalogueQuery } from './catalogue-query.ts';
import { type EngineSearch, searchInTime } from './search-in-time.ts';

const QUERY: CatalogueQuery = { keywords: ['word'], limit: 10, totalLimit: 10 };
const TREND = { lastDay: 0, days: [], shows: [] };

/** An engine whose first `late` tries hang until they are aborted. */
function engine(late: number, isTrendLate = false) {
  const tries: { query: CatalogueQuery; signal: AbortSignal; isRecent: boolean }[] = [];
  const hang = (signal: AbortSignal) =>
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('interrupted'))),
    );
  const search: EngineSearch = {
    find(query, signal, isRecent) {
      tries.push({ query, signal, isRecent });
      return tries.length <= late ? hang(signal) : Promise.resolve({ episodes: [], total: 3 });
    },
    countMentions: (_, signal) => (isTrendLate ? hang(signal) : Promise.resolve(TREND)),
  };
  return { search, tries };
}

const soon = { tryMs: 40 };

test('searches all days if the first try is in time', async () => {
  const { search, tries } = engine(0);
  expect(await searchInTime(search, QUERY, soon)).toEqual({ episodes: [], total: 3 });
  expect(tries).toMatchObject([{ query: QUERY, isRecent: false }]);
});

test('retries once for the last seven days, newest first, and sets searchedSinceMs', async () => {
  const { search, tries } = engine(1);
  const asked = { ...QUERY, sort: 'relevance', trend: { atMs: 0, most: 1 } } as const;
  const { searchedSinceMs = 0, ...answer } = await searchInTime(search, asked, soon);
  expect(answer).toEqual({ episodes: [], total: 3 });
  expect(Math.abs(searchedSinceMs - (Date.now() - 7 * DAY_MS))).toBeLessThan(60_000);
  const [first, second] = tries;
  expect(first?.signal.aborted).toBe(true);
  expect(second?.isRecent).toBe(true);
  expect(second?.query).toEqual({ ...QUERY, sort: 'newest', startDateMs: searchedSinceMs });
});

test('omits searchedSinceMs if the last seven days fill the answer', async () => {
  const startDateMs = Date.now() - DAY_MS;
  expect(await searchInTime(engine(1).search, { ...QUERY, startDateMs }, soon)).toEqual({
    episodes: [],
    total: 3,
  });
  expect(await searchInTime(engine(1).search, { ...QUERY, totalLimit: 3 }, soon)).toEqual({
    episodes: [],
    total: 3,
  });
});

test('gives up after the second try', async () => {
  const { search, tries } = engine(9);
  const startedAt = performance.now();
  await expect(searchInTime(search, QUERY, soon)).rejects.toMatchObject({
    code: 'upstream-timeout',
  });
  expect(performance.now() - startedAt).toBeGreaterThan(75);
  expect(tries.map(({ signal }) => signal.aborted)).toEqual([true, true]);
});

test('omits a trend that takes too long', async () => {
  const asked = { ...QUERY, trend: { atMs: 0, most: 1 } };
  expect(await searchInTime(engine(0).search, asked, soon)).toMatchObject({ trend: TREND });
  expect(await searchInTime(engine(0, true).search, asked, soon)).toEqual({
    episodes: [],
    total: 3,
  });
});

test('stops without a retry when the client has gone', async () => {
  const gone = new AbortController();
  const { search, tries } = engine(9);
  const asked = searchInTime(search, QUERY, { signal: gone.signal, tryMs: 60_000 });
  gone.abort();
  await expect(asked).rejects.toMatchObject({ code: 'upstream-timeout' });
  expect(tries.map(({ signal }) => signal.aborted)).toEqual([true]);
});

test('rethrows the failure of an engine', async () => {
  const search: EngineSearch = {
    find: () => Promise.reject(new Error('unreadable')),
    countMentions: () => Promise.resolve(TREND),
  };
  await expect(searchInTime(search, QUERY, soon)).rejects.toThrow('unreadable');
});

test('excludes a stall of the process from the timeout', async () => {
  const search: EngineSearch = {
    async find(_query, signal) {
      await pause(5);
      const end = performance.now() + 120;
      while (performance.now() < end);
      await vi.waitFor(() => undefined);
      signal.throwIfAborted();
      return { episodes: [], total: 3 };
    },
    countMentions: () => Promise.resolve(TREND),
  };
  expect(await searchInTime(search, QUERY, { tryMs: 100 })).toEqual({ episodes: [], total: 3 });
});
