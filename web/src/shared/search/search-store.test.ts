import type { SearchRequest, SearchResponse } from 'functions/contract';
import { describe, expect, test } from 'vitest';
import { sampleEpisode } from '#shared/episode/sample-episode.ts';
import { SearchFailure } from './search-failure.ts';
import { USUAL_CHOICE } from './search-address.ts';
import { createSearchStore, firstOnPage, INITIAL_SEARCH_STATE, pageCount } from './search-store.ts';

const found: SearchResponse = { episodes: [sampleEpisode()], total: 1 };

/** A search whose calls are settled by the test. */
function heldSearch() {
  const calls: {
    request: SearchRequest;
    signal: AbortSignal;
    resolve: (response: SearchResponse) => void;
    reject: (error: Error) => void;
  }[] = [];
  const search = (request: SearchRequest, signal: AbortSignal) =>
    new Promise<SearchResponse>((resolve, reject) => {
      calls.push({ request, signal, resolve, reject });
    });
  return { search, calls };
}

test('a search clears what was there, then brings results on page 1', async () => {
  const { search, calls } = heldSearch();
  const store = createSearchStore(search);
  void store.turnTo(3);
  const done = store.run(['openai'], { startDate: 5 });
  expect(store.getState()).toMatchObject({
    isLoading: true,
    error: '',
    searchResults: [],
    currentPage: 1,
    lastSearchKeywords: ['openai'],
    lastSearchLanguage: 'English',
  });
  expect(calls[0]?.request).toEqual({
    keywords: ['openai'],
    language: 'English',
    trend: 'beside',
    startDate: 5,
  });
  calls[0]?.resolve(found);
  await done;
  expect(store.getState()).toMatchObject({
    isLoading: false,
    searchResults: found.episodes,
    totalResults: 1,
  });
});

test('a new search aborts the one before, whose late answer changes nothing', async () => {
  const { search, calls } = heldSearch();
  const store = createSearchStore(search);
  const first = store.run(['slow']);
  const second = store.run(['fast']);
  expect(calls[0]?.signal.aborted).toBe(true);
  calls[1]?.resolve(found);
  await second;
  calls[0]?.resolve({ episodes: [], total: 0 });
  await first;
  expect(store.getState()).toMatchObject({
    lastSearchKeywords: ['fast'],
    totalResults: 1,
    isLoading: false,
  });
});

test('a late failure of an aborted search shows no error', async () => {
  const { search, calls } = heldSearch();
  const store = createSearchStore(search);
  const first = store.run(['slow']);
  const second = store.run(['fast']);
  calls[0]?.reject(new Error('aborted'));
  await first;
  expect(store.getState()).toMatchObject({ error: '', isLoading: true });
  calls[1]?.resolve(found);
  await second;
  expect(store.getState().error).toBe('');
});

test('a failure shows its sentence; retry repeats the keywords without a start date', async () => {
  const { search, calls } = heldSearch();
  const store = createSearchStore(search);
  const failing = store.run(['openai', 'a16z'], { startDate: 5 });
  calls[0]?.reject(new SearchFailure({ kind: 'http', status: 429, statusText: '' }));
  await failing;
  expect(store.getState()).toMatchObject({
    isLoading: false,
    error: 'Too many requests. Please wait a moment and try again.',
    lastSearchKeywords: ['openai', 'a16z'],
  });
  const retrying = store.retry();
  expect(calls[1]?.request).toEqual({
    keywords: ['openai', 'a16z'],
    language: 'English',
    trend: 'beside',
  });
  calls[1]?.resolve(found);
  await retrying;
  expect(store.getState()).toMatchObject({ error: '', totalResults: 1 });
});

test('keeps its choice when it is made again', async () => {
  const { search, calls } = heldSearch();
  const store = createSearchStore(search);
  const first = store.run(['acme']);
  calls[0]?.resolve(found);
  await first;
  expect(calls[0]?.request).not.toHaveProperty('spoken');
  const choice = { ...USUAL_CHOICE, spoken: false };
  const second = store.run(['acme'], { choice });
  expect(store.getState()).toMatchObject({ lastSearchChoice: choice });
  calls[1]?.resolve(found);
  await second;
  void store.refresh();
  void store.retry();
  expect(calls.slice(1).map(({ request }) => request.spoken)).toEqual([false, false, false]);
});

test('leaving clears results, count and page and gives up the search under way', async () => {
  const { search, calls } = heldSearch();
  const store = createSearchStore(search);
  const done = store.run(['openai']);
  store.clear();
  expect(calls[0]?.signal.aborted).toBe(true);
  calls[0]?.resolve(found);
  await done;
  expect(store.getState()).toEqual(INITIAL_SEARCH_STATE);
});

test('tells those who listen, until they stop listening', () => {
  const store = createSearchStore(heldSearch().search);
  let told = 0;
  const stop = store.subscribe(() => told++);
  void store.turnTo(2);
  void store.turnTo(2);
  stop();
  void store.turnTo(3);
  expect(told).toBe(1);
});

test('a refresh keeps what was perhaps meant until something is found or something else was meant', async () => {
  const { search, calls } = heldSearch();
  const store = createSearchStore(search);
  const nothing: SearchResponse = { episodes: [], total: 0 };
  const refreshed = async (answer: SearchResponse) => {
    const done = store.refresh();
    calls.at(-1)?.resolve(answer);
    await done;
    return store.getState().meant;
  };
  store.show({ ...INITIAL_SEARCH_STATE, lastSearchKeywords: ['opnai'], meant: ['openai'] });
  expect(await refreshed(nothing)).toEqual(['openai']);
  expect(await refreshed({ ...nothing, meant: ['open'] })).toEqual(['open']);
  expect(await refreshed(found)).toEqual([]);
});

describe('pages', () => {
  test.each([
    [0, 0],
    [1, 1],
    [10, 1],
    [11, 2],
    [100, 10],
  ])('%i results fill %i pages of ten', (results, pages) => {
    expect(pageCount({ reachable: results, resultsPerPage: 10 })).toBe(pages);
  });

  const hundred = (from: number, total: number): SearchResponse => ({
    episodes: Array.from({ length: Math.max(0, Math.min(100, total - from)) }, (_, index) =>
      sampleEpisode({ title: `${from + index}` }),
    ),
    total,
    paged: true,
  });

  /** A backend with so many matches; tells what was skipped in each request. */
  function searched(total: number) {
    const skipped: (number | undefined)[] = [];
    const store = createSearchStore(({ skip, startDate }) => {
      expect(startDate).toBe(5);
      skipped.push(skip);
      return Promise.resolve(hundred(skip ?? 0, total));
    });
    const shown = () => {
      const { searchResults, resultsFrom } = store.getState();
      const first = firstOnPage(store.getState()) - resultsFrom;
      return searchResults.slice(first, first + 10).map(({ title }) => Number(title));
    };
    return { store, skipped, shown };
  }

  test('lead to every match; the next hundred is asked for when it is wanted', async () => {
    const { store, skipped, shown } = searched(197);
    await store.run(['AI'], { startDate: 5 });
    expect(pageCount(store.getState())).toBe(20);
    const seen: number[] = [];
    for (let page = 1; page <= 20; page += 1) {
      await store.turnTo(page);
      seen.push(...shown());
    }
    expect(seen).toEqual(Array.from({ length: 197 }, (_, index) => index));
    expect(skipped).toEqual([undefined, 100]);
  });

  test('end with the last match, whatever an address says', async () => {
    const { store, shown } = searched(197);
    const running = store.run(['AI'], { startDate: 5 });
    await Promise.all([running, store.turnTo(99_999)]);
    expect(shown()).toEqual([190, 191, 192, 193, 194, 195, 196]);
  });

  test('lead only to what is here where a backend gives no more', async () => {
    const { episodes } = hundred(0, 30);
    const store = createSearchStore(() => Promise.resolve({ episodes, total: 400 }));
    await store.run(['AI']);
    expect(store.getState()).toMatchObject({ totalResults: 400, reachable: 30 });
  });
});
