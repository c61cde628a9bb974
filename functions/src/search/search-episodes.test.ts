import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { wholeEpisode } from '../contract/fixtures/whole-episode.ts';
import type { SearchRequest, SearchResponse } from '../contract/index.ts';
import { AppError } from '../platform/app-error.ts';
import { type Caller, createSearch } from './search-episodes.ts';
import type { SearchProvider } from './providers/search-provider.ts';

const answer: SearchResponse = { episodes: [], total: 7 };

/** Records lookups. Responds only when the test says so. */
function heldProvider(cacheable = true, answered = answer) {
  const lookups: SearchRequest[] = [];
  const waiting: { resolve: (response: SearchResponse) => void; reject: (error: Error) => void }[] =
    [];
  const provider: SearchProvider = {
    name: 'held',
    cacheable,
    atOnce: null,
    search(request) {
      lookups.push(request);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
  };
  return {
    provider,
    lookups,
    answerAll: () => waiting.splice(0).forEach(({ resolve }) => resolve(answered)),
    failAll: (error: Error) => waiting.splice(0).forEach(({ reject }) => reject(error)),
  };
}

function opened(provider: SearchProvider, options?: Parameters<typeof createSearch>[1]) {
  const search = createSearch(provider, options);
  return (request: SearchRequest, caller: Caller = { client: 'anybody' }) =>
    search(request, caller);
}

function asking(keywords: string[], startDate?: number): SearchRequest {
  return { keywords, language: 'English', ...(startDate === undefined ? {} : { startDate }) };
}

test('caches answers by their size, not by their number', async () => {
  const { provider, lookups, answerAll } = heldProvider(true, {
    ...answer,
    asked: 'a'.repeat(20_000),
  });
  const search = opened(provider, { now: () => 0, maxBytes: 50_000 });
  const ask = async (word: string) => {
    const found = search(asking([word]));
    await setImmediate();
    answerAll();
    return (await found).source;
  };
  expect([await ask('a'), await ask('b'), await ask('a')]).toEqual([
    'provider',
    'provider',
    'cache',
  ]);
  expect([await ask('c'), await ask('a'), await ask('b')]).toEqual([
    'provider',
    'cache',
    'provider',
  ]);
  expect(lookups).toHaveLength(4);
});

test('gives each caller an object of its own, and all the same JSON', async () => {
  const episodes = [wholeEpisode];
  const { provider, answerAll } = heldProvider(true, { episodes, total: 7 });
  const search = opened(provider, { now: () => 0 });
  const both = [search(asking(['a'])), search(asking(['a']))];
  answerAll();
  const outcomes = [...(await Promise.all(both)), await search(asking(['a']))];
  expect(outcomes.map(({ source }) => source)).toEqual(['provider', 'in-flight', 'cache']);
  for (const outcome of outcomes) {
    const { response, total } = outcome;
    expect(response).toEqual({ episodes: [wholeEpisode], total: 7 });
    expect(total).toBe(7);
    expect(Buffer.from(outcome.json()).toString()).toBe(JSON.stringify({ episodes, total: 7 }));
    response.episodes = [];
  }
  expect((await search(asking(['a']))).response.episodes).toEqual(episodes);
});

describe('concurrent requests', () => {
  test('shares a lookup between requests that differ only in order, case and accents', async () => {
    const { provider, lookups, answerAll } = heldProvider();
    const search = opened(provider, { now: () => 0 });
    const both = Promise.all([
      search(asking(['Nvidia', 'Beyoncé’s A.I.'])),
      search(asking(["beyonce's  ai", 'NVIDIA', 'nvidia'])),
    ]);
    answerAll();
    const [first, second] = await both;
    expect(lookups).toHaveLength(1);
    expect([first.source, second.source]).toEqual(['provider', 'in-flight']);
    expect(second.response).toEqual(answer);
  });

  test('uses separate lookups if operators differ', async () => {
    const { provider, lookups, answerAll } = heldProvider();
    const search = opened(provider, { now: () => 0 });
    const queries = ['openai altman', 'openai -altman', 'openai OR altman', '+openai +altman'];
    const all = Promise.all(queries.map((query) => search(asking([query]))));
    answerAll();
    expect((await all).map(({ source }) => source)).toEqual(queries.map(() => 'provider'));
    expect(lookups).toHaveLength(queries.length);
  });

  test('fails all requests of a failed lookup, and the next request retries', async () => {
    const { provider, lookups, failAll, answerAll } = heldProvider();
    const search = opened(provider, { now: () => 0 });
    const both = Promise.allSettled([search(asking(['a'])), search(asking(['a']))]);
    failAll(new AppError('upstream-failed', 'no'));
    expect((await both).map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    const third = search(asking(['a']));
    answerAll();
    expect((await third).source).toBe('provider');
    expect(lookups).toHaveLength(2);
  });

  test('uses separate lookups if keywords, start minute or options differ', async () => {
    const { provider, lookups, answerAll } = heldProvider();
    const search = opened(provider, { now: () => 0 });
    const all = Promise.all([
      search(asking(['a'])),
      search(asking(['b'])),
      search(asking(['a', 'b'])),
      search(asking(['a'], 60_000)),
      search(asking(['a'], 120_000)),
      search({ ...asking(['a']), spoken: false }),
      search({ ...asking(['a']), nameOnly: false }),
      search({ ...asking(['a']), sort: 'relevance' }),
      search({ ...asking(['a']), skip: 100 }),
      search({ ...asking(['a']), limit: 20 }),
    ]);
    answerAll();
    await all;
    expect(lookups).toHaveLength(10);
  });
});

describe('the cache', () => {
  test('answers start dates of the same minute from the cache', async () => {
    let clock = 0;
    const { provider, lookups, answerAll } = heldProvider();
    const search = opened(provider, { now: () => clock });
    const first = search(asking(['a'], 61_000));
    answerAll();
    await first;
    clock = 59_999;
    expect((await search(asking(['a'], 119_000))).source).toBe('cache');
    clock = 60_000;
    const later = search(asking(['a'], 61_000));
    answerAll();
    expect((await later).source).toBe('provider');
    expect(lookups.map((request) => request.startDate)).toEqual([60_000, 60_000]);
  });

  test('expires cached answers although the clock was set back', async () => {
    let clock = 86_400_000;
    const { provider, answerAll } = heldProvider();
    const search = opened(provider, { now: () => clock });
    for (const at of [86_400_000, 0]) {
      clock = at;
      const outcome = search(asking(['a']));
      answerAll();
      expect((await outcome).source).toBe('provider');
    }
  });

  test('caches nothing for a provider that forbids it', async () => {
    const { provider, lookups, answerAll } = heldProvider(false);
    const search = opened(provider, { now: () => 0 });
    for (let turn = 0; turn < 2; turn++) {
      const outcome = search(asking(['a']));
      answerAll();
      expect((await outcome).source).toBe('provider');
    }
    expect(lookups).toHaveLength(2);
  });
});

test('does not charge the client for the time until the provider is ready', async () => {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  onTestFinished(() => void vi.restoreAllMocks());
  const provider: SearchProvider = {
    name: 'slow to open',
    cacheable: false,
    atOnce: 1,
    ready: () => Promise.resolve((nowMs += 5_000)),
    search: () => Promise.resolve(answer),
  };
  const search = opened(provider);
  for (let count = 0; count < 5; count += 1) {
    expect((await search(asking([`word ${count}`]))).response).toEqual(answer);
  }
  expect(nowMs).toBe(25_000);
});

test('aborts a slow provider and fails with upstream-timeout', async () => {
  let stopped = false;
  const slow: SearchProvider = {
    name: 'slow',
    cacheable: true,
    atOnce: null,
    search: (_request, signal) =>
      new Promise(() => signal.addEventListener('abort', () => (stopped = true))),
  };
  const search = opened(slow, { deadlineMs: 5 });
  await expect(search(asking(['a']))).rejects.toMatchObject({ code: 'upstream-timeout' });
  expect(stopped).toBe(true);
});

describe('a lookup', () => {
  /** A provider that stops only on abort. */
  function endless() {
    const stopped: string[] = [];
    const provider: SearchProvider = {
      name: 'endless',
      cacheable: true,
      atOnce: null,
      search: ({ keywords }, signal) =>
        new Promise(() => signal.addEventListener('abort', () => stopped.push(keywords.join()))),
    };
    return { search: opened(provider), stopped };
  }

  test('aborts a lookup when its last client leaves, and not before', async () => {
    const { search, stopped } = endless();
    const [first, second] = [new AbortController(), new AbortController()];
    const both = [first, second].map(({ signal: gone }, at) =>
      search(asking(['a']), { client: `${at}`, gone }),
    );
    const outcomes = Promise.allSettled(both);
    first.abort();
    expect(stopped).toEqual([]);
    second.abort();
    expect(stopped).toEqual(['a']);
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ reason: { code: 'upstream-timeout' } });
    }
  });

  test('does not join an aborted lookup', async () => {
    const { provider, lookups, answerAll } = heldProvider();
    const search = opened(provider, { now: () => 0 });
    const left = new AbortController();
    const first = Promise.allSettled([search(asking(['a']), { client: 'a', gone: left.signal })]);
    left.abort();
    const second = search(asking(['a']));
    answerAll();
    expect((await second).source).toBe('provider');
    expect(await first).toMatchObject([{ status: 'rejected' }]);
    expect(lookups).toHaveLength(2);
  });

  test('aborts a lookup at once if its client has already left', async () => {
    const { search, stopped } = endless();
    const caller = { client: 'a', gone: AbortSignal.abort() };
    await expect(search(asking(['a']), caller)).rejects.toMatchObject({ code: 'upstream-timeout' });
    expect(stopped).toEqual(['a']);
  });
});

describe('a provider with a limit', () => {
  test('runs two lookups per client and starts a waiting one that another client joins', async () => {
    const { provider, lookups, answerAll } = heldProvider();
    const search = opened({ ...provider, atOnce: 4 });
    const begun = async () => {
      await setImmediate();
      return lookups.map(({ keywords }) => keywords.join());
    };
    const of = (client: string, word: string) => search(asking([word]), { client });
    const all = ['a', 'b', 'c', 'd'].map((word) => of('heavy', word));
    expect(await begun()).toEqual(['a', 'b']);
    all.push(of('other', 'e'));
    expect(await begun()).toEqual(['a', 'b', 'e']);
    all.push(of('third', 'd'));
    expect(await begun()).toEqual(['a', 'b', 'e', 'd']);
    answerAll();
    expect(await begun()).toEqual(['a', 'b', 'e', 'd', 'c']);
    answerAll();
    expect((await Promise.all(all)).at(-1)?.source).toBe('in-flight');
  });
});
