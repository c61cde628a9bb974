import type { SearchRequest, SearchResponse } from 'functions/contract';
import { describe, expect, test } from 'vitest';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { SearchFailure } from './request-search.ts';
import { USUAL_CHOICE } from './search-address.ts';
import { createSearchStore, firstOnPage, INITIAL_SEARCH_STATE, pageCount } from './search-store.ts';

const found: SearchResponse = { episodes: [sampleEpisode()], total: 1 };

/** Returns a search whose promises the test settles. */
function pendingSearch() {
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

test('clears old results, then shows page 1 of the new results', async () => {
  const { search, calls } = pendingSearch();
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
    limit: 20,
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

test('a new search aborts the previous search and ignores its late response', async () => {
  const { search, calls } = pendingSearch();
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

test('ignores a late failure of an aborted search', async () => {
  const { search, calls } = pendingSearch();
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

test('shows the error of a failure; retry repeats the keywords without a start date', async () => {
  const { search, calls } = pendingSearch();
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
    limit: 20,
    trend: 'beside',
  });
  calls[1]?.resolve(found);
  await retrying;
  expect(store.getState()).toMatchObject({ error: '', totalResults: 1 });
});

test('refresh and retry keep the options of the search', async () => {
  const { search, calls } = pendingSearch();
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

test('clear resets results, count and page, and aborts the running search', async () => {
  const { search, calls } = pendingSearch();
  const store = createSearchStore(search);
  const done = store.run(['openai']);
  store.clear();
  expect(calls[0]?.signal.aborted).toBe(true);
  calls[0]?.resolve(found);
  await done;
  expect(store.getState()).toEqual(INITIAL_SEARCH_STATE);
});

test('notifies listeners of changes until they unsubscribe', () => {
  const store = createSearchStore(pendingSearch().search);
  let notifications = 0;
  const stop = store.subscribe(() => notifications++);
  void store.turnTo(2);
  void store.turnTo(2);
  stop();
  void store.turnTo(3);
  expect(notifications).toBe(1);
});

test('a refresh keeps suggestions until it finds episodes or other suggestions', async () => {
  const { search, calls } = pendingSearch();
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

  const trendOf = (total: number) => ({ lastDay: 20_000, days: [total], shows: [] });
  const part = (from: number, total: number, limit = 20): SearchResponse => ({
    episodes: Array.from({ length: Math.max(0, Math.min(limit, total - from)) }, (_, index) =>
      sampleEpisode({ title: `${from + index}` }),
    ),
    total,
    paged: true,
    trend: trendOf(total),
  });

  /** A backend with this number of matches; records the requests. */
  function searched(total: number) {
    const requests: SearchRequest[] = [];
    const store = createSearchStore((request) => {
      expect(request.startDate).toBe(5);
      requests.push(request);
      const { trend, ...answer } = part(request.skip ?? 0, total, request.limit);
      return Promise.resolve(request.trend ? { ...answer, trend } : answer);
    });
    const shown = () => {
      const { searchResults, resultsFrom } = store.getState();
      const first = firstOnPage(store.getState()) - resultsFrom;
      return searchResults.slice(first, first + 10).map(({ title }) => Number(title));
    };
    return { store, requests, shown };
  }

  const upTo = (total: number) => Array.from({ length: total }, (_, index) => index);

  test.each([0, 1, 9, 10, 11, 19, 20, 21, 40, 41, 197, 999, 1000])(
    'shows each of %i matches, with one request for two pages and one request for the trend',
    async (total) => {
      const { store, requests, shown } = searched(total);
      await store.run(['AI'], { startDate: 5 });
      const pages = pageCount(store.getState());
      expect(pages).toBe(Math.ceil(total / 10));
      const seen: number[] = [];
      for (let page = 1; page <= pages; page += 1) {
        await store.turnTo(page);
        seen.push(...shown());
      }
      expect(seen).toEqual(upTo(total));
      expect(requests.map(({ skip = 0 }) => skip)).toEqual(
        upTo(Math.max(1, Math.ceil(total / 20))).map((index) => index * 20),
      );
      expect(requests.filter(({ trend }) => trend !== undefined)).toHaveLength(1);
      expect(store.getState().trend).toEqual(trendOf(total));
    },
  );

  test.each([10, 11, 30, 197, 1000])(
    'prefetches pages up to the last of %i matches',
    async (total) => {
      const { store, requests, shown } = searched(total);
      // A prerendered page starts with ten episodes.
      store.show({
        ...INITIAL_SEARCH_STATE,
        searchResults: part(0, total).episodes.slice(0, 10),
        totalResults: total,
        reachable: total,
        lastSearchKeywords: ['AI'],
        trend: trendOf(total),
      });
      await store.refresh(5);
      requests.length = 0;
      const seen: number[] = [];
      for (let page = 1; page <= pageCount(store.getState()); page += 1) {
        await store.turnTo(page);
        expect(shown().length).toBeGreaterThan(0);
        seen.push(...shown());
        await Promise.all([store.prepareNext(), store.prepareNext()]);
      }
      expect(seen).toEqual(upTo(total));
      expect(requests).toHaveLength(Math.ceil(total / 20) - 1);
    },
  );

  test('prefetches the page after the prerendered episodes', async () => {
    const { store, requests, shown } = searched(45);
    store.show(
      {
        ...INITIAL_SEARCH_STATE,
        searchResults: part(10, 45).episodes.slice(0, 10),
        resultsFrom: 10,
        totalResults: 45,
        reachable: 45,
        currentPage: 2,
        lastSearchKeywords: ['AI'],
      },
      { startDate: 5 },
    );
    await store.prepareNext();
    expect(store.getState()).toMatchObject({ resultsFrom: 10, isLoading: false });
    await store.turnTo(3);
    expect(shown()).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
    expect(requests.map(({ skip }) => skip)).toEqual([20]);
  });

  test('prefetching keeps the positions of the prerendered episodes', async () => {
    const { store, requests } = searched(45);
    const searchResults = part(0, 45, 10).episodes;
    const found = { searchResults, totalResults: 45, reachable: 45, lastSearchKeywords: ['AI'] };
    store.show({ ...INITIAL_SEARCH_STATE, ...found }, { startDate: 5 });
    await store.prepareNext();
    expect(requests).toMatchObject([{ skip: 10, limit: 10 }]);
    expect(store.getState().searchResults.slice(0, 10)).toEqual(searchResults);
    expect(store.getState().searchResults).toHaveLength(20);
  });

  test('retries a failed prefetch when the page is opened', async () => {
    const { search, calls } = pendingSearch();
    const store = createSearchStore(search);
    const running = store.run(['AI'], { page: 2 });
    calls[0]?.resolve(part(0, 45));
    await running;
    const prepared = store.prepareNext();
    calls[1]?.reject(new SearchFailure({ kind: 'network' }));
    await prepared;
    expect(store.getState()).toMatchObject({ error: '', isLoading: false, currentPage: 2 });
    void store.prepareNext();
    const turned = store.turnTo(3);
    expect(calls.map(({ request }) => request.skip)).toEqual([undefined, 20, 20, 20]);
    expect(calls[2]?.signal.aborted).toBe(true);
    calls[3]?.resolve(part(20, 45));
    await turned;
    expect(store.getState()).toMatchObject({ resultsFrom: 20, isLoading: false });
  });

  test('shows all pages of a backend that returns everything at once from its first response', async () => {
    const all = Array.from({ length: 70 }, (_, index) => sampleEpisode({ title: `${index}` }));
    const requests: SearchRequest[] = [];
    const store = createSearchStore((request) => {
      requests.push(request);
      return Promise.resolve({ episodes: all, total: 70 });
    });
    await store.run(['AI'], { page: 7 });
    expect(store.getState()).toMatchObject({ reachable: 70, resultsFrom: 0, currentPage: 7 });
    await store.turnTo(2);
    await store.prepareNext();
    await store.refresh();
    expect(store.getState().searchResults).toHaveLength(70);
    // The first request is sent before it is known that the backend ignores `skip`.
    expect(requests.map(({ skip }) => skip)).toEqual([60, undefined, undefined]);
  });

  test('shows the last page for a page number that is too high', async () => {
    const { store, shown } = searched(197);
    const running = store.run(['AI'], { startDate: 5 });
    await Promise.all([running, store.turnTo(99_999)]);
    expect(shown()).toEqual([190, 191, 192, 193, 194, 195, 196]);
  });

  test('shows only the received episodes if the backend is not paged', async () => {
    const { episodes } = part(0, 15);
    const store = createSearchStore(() => Promise.resolve({ episodes, total: 400 }));
    await store.run(['AI']);
    expect(store.getState()).toMatchObject({ totalResults: 400, reachable: 15 });
  });
});
