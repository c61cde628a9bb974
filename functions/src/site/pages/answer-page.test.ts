import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { PageNotice, PageResults, SearchRequest } from '../../contract/index.ts';
import { sampleEpisode } from '../../contract/fixtures/sample-episode.ts';
import { AppError } from '../../platform/app-error.ts';
import { createPages } from './answer-page.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const KEPT = 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400';
const FOR_SECONDS = 'public, max-age=0, s-maxage=5';
const EPISODE = sampleEpisode({ pub_date_ms: NOW });
const ALLOWED = { allowed: true, left: 1 } as const;

/**
 * A renderer that returns its input as JSON. Paths: `/listed`, `/made-up`, `/plain` (no search) and
 * `/invalid` (the problem is the query's first word) and `/show/x`, which asks for the show `x`.
 */
const renderer = {
  plan: (path: string, query: string) => {
    if (path === '/invalid') {
      const [problem = ''] = query.slice(1).split('+');
      return { key: path + query, search: null, listed: false, problem };
    }
    const [, id] = /^\/show\/(.+)$/.exec(path) ?? [];
    if (id !== undefined) {
      const skip = query === '?page=9' ? { skip: 80 } : {};
      return { key: path + query, search: null, show: { id, ...skip }, listed: false };
    }
    if (!['/listed', '/made-up', '/plain'].includes(path)) return null;
    const keywords = [query.slice(1) || 'OpenAI'];
    const search: SearchRequest = { keywords, language: 'English' };
    const isPlain = path === '/plain';
    return {
      key: path + query,
      search: isPlain ? null : search,
      listed: path !== '/made-up',
    };
  },
  render: (key: string, results: PageResults | null) =>
    Promise.resolve(JSON.stringify({ key, results })),
  shell: (notice: PageNotice) => JSON.stringify({ results: null, notice }),
};

function open(
  answer: () => Promise<unknown> = () => Promise.resolve({ episodes: [EPISODE], total: 42 }),
  options: Partial<Parameters<typeof createPages>[0]> = {},
) {
  let now = NOW;
  const asked: string[] = [];
  const counted: string[] = [];
  const pages = createPages({
    renderer,
    search: async ({ keywords }) => {
      asked.push(keywords.join());
      return new TextEncoder().encode(JSON.stringify(await answer()));
    },
    show: async ({ id }) => {
      asked.push(id);
      return new TextEncoder().encode(JSON.stringify(await answer()));
    },
    topics: () => Promise.resolve({}),
    cacheable: true,
    open: true,
    now: () => now,
    withinMs: 20,
    ...options,
  });
  const get = async (path: string, query = '', decision: Parameters<typeof allow>[1] = ALLOWED) => {
    const page = await pages(path, query, {
      client: '192.0.2.1',
      allow: (keywords) => allow(keywords, decision),
    });
    // A redirect is empty.
    const json = page.plain.toString() || '{ "results": null }';
    const { results } = JSON.parse(json) as { results: PageResults | null };
    return { ...page, results, cacheControl: page.headers['Cache-Control'] };
  };
  function allow(
    keywords: readonly string[],
    decision: { allowed: true; left: number } | { allowed: false; retryAfterMs: number },
  ) {
    counted.push(keywords.join());
    return Promise.resolve(decision);
  }
  return { get, asked, counted, pass: (ms: number) => (now += ms) };
}

test('a listed page has the episodes of now, is kept for minutes and costs its reader nothing', async () => {
  const { get, counted } = open();
  const page = await get('/listed');
  expect(page).toMatchObject({ status: 200, cacheControl: KEPT });
  expect(page.results).toEqual({
    episodes: [EPISODE],
    total: 42,
    foundAtMs: NOW,
  });
  expect(counted).toEqual([]);
});

test('it is rendered once for all who ask at the same time, and once a minute at most', async () => {
  const { get, asked, pass } = open();
  const [first] = await Promise.all([get('/listed'), get('/listed'), get('/listed')]);
  pass(59_000);
  expect((await get('/listed')).tag).toBe(first.tag);
  expect(asked).toHaveLength(1);
  pass(1_001);
  await get('/listed');
  expect(asked).toHaveLength(2);
});

test.each([
  ['cannot be read', () => Promise.reject(new AppError('upstream-unavailable', 'away'))],
  ['fails', () => Promise.reject(new Error('unexpected'))],
  ['answers nonsense', () => Promise.resolve({ no: 'episodes' })],
  ['takes too long', () => delay(5_000, { episodes: [], total: 0 }, { ref: false })],
])('while the catalogue %s, the page comes without episodes and for seconds', async (_, answer) => {
  for (const path of ['/listed', '/made-up']) {
    const { get } = open(answer);
    expect(await get(path)).toMatchObject({
      status: 200,
      cacheControl: FOR_SECONDS,
      results: null,
    });
  }
});

test('such a page is not kept here: the next one has episodes again', async () => {
  const answer = vi
    .fn<() => Promise<unknown>>()
    .mockRejectedValueOnce(new AppError('upstream-unavailable', 'away'))
    .mockResolvedValue({ episodes: [EPISODE], total: 1 });
  const { get } = open(answer);
  expect((await get('/listed')).results).toBeNull();
  expect((await get('/listed')).results?.episodes).toHaveLength(1);
});

test('a page that is made of a visitor’s words is counted as a search, and kept for a minute', async () => {
  const { get, asked, counted } = open();
  expect(await get('/made-up', '?a16z')).toMatchObject({
    status: 200,
    cacheControl: 'public, max-age=0, s-maxage=60',
  });
  await get('/made-up', '?a16z');
  expect(asked).toEqual(['a16z', 'a16z']);
  expect(counted).toEqual(['a16z', 'a16z']);
});

test('whoever searches too often gets the same empty page each time, and nothing is rendered or searched for', async () => {
  const render = vi.fn(renderer.render);
  const shell = vi.fn(renderer.shell);
  const { get, asked } = open(undefined, { renderer: { ...renderer, render, shell } });
  const refused = { allowed: false, retryAfterMs: 1_400 } as const;
  const page = await get('/made-up', '', refused);
  expect(page).toMatchObject({ status: 429, cacheControl: 'private, no-store' });
  expect(page.headers['Retry-After']).toBe('2');
  for (let again = 0; again < 20; again += 1) {
    const other = await get('/made-up', `?${'w '.repeat(again)}`, {
      ...refused,
      retryAfterMs: 9_000,
    });
    expect(other.plain).toBe(page.plain);
    expect(other.headers['Retry-After']).toBe('9');
  }
  expect([shell, render].map((made) => made.mock.calls.length)).toEqual([1, 0]);
  expect(asked).toEqual([]);
});

test.each<[kind: string, path: string, status: number, options: Parameters<typeof open>]>([
  ['invalid', '/invalid', 200, []],
  ['more than the search takes', '/made-up', 200, []],
  ['not searched for', '/made-up', 200, [undefined, { open: false }]],
  ['without its episodes', '/made-up', 200, [() => Promise.reject(new Error('away'))]],
])('of what is %s one page is made, whatever its words', async (kind, path, status, options) => {
  const render = vi.fn(renderer.render);
  const shell = vi.fn(renderer.shell);
  const [answer, others] = options;
  const { get } = open(answer, { ...others, renderer: { ...renderer, render, shell } });
  const words = kind.startsWith('more') ? 'w '.repeat(30) : 'one';
  const page = await get(path, `?${words}`);
  expect(page).toMatchObject({ status, results: null });
  for (let again = 0; again < 20; again += 1) {
    const other = await get(path, `?${words}+${'x '.repeat(again)}`);
    expect([other.plain === page.plain, other.tag]).toEqual([true, page.tag]);
  }
  expect([shell, render].map((made) => made.mock.calls.length)).toEqual([1, 0]);
});

test('each problem of a search has a page of its own, which names it', async () => {
  const { get, counted } = open();
  const notices = ['long', 'empty', 'long'].map(async (problem) => {
    const { plain } = await get('/invalid', `?${problem}+more`);
    return (JSON.parse(plain.toString()) as { notice: PageNotice }).notice;
  });
  expect(await Promise.all(notices)).toEqual([
    { problem: 'long' },
    { problem: 'empty' },
    { problem: 'long' },
  ]);
  expect(counted).toEqual(['', '', '']);
});

test('more words than the search takes are not searched for, and count all the same', async () => {
  const { get, asked, counted } = open();
  expect((await get('/made-up', `?${'w '.repeat(30)}`)).results).toBeNull();
  expect(asked).toEqual([]);
  expect(counted).toEqual(['']);
});

test('episodes that may not be kept are only on pages that nobody keeps', async () => {
  const { get, asked } = open(undefined, { cacheable: false });
  expect(await get('/listed')).toMatchObject({ cacheControl: KEPT, results: null });
  expect(asked).toEqual([]);
  expect(await get('/made-up')).toMatchObject({ cacheControl: 'private, no-store' });
  expect(asked).toHaveLength(1);
});

test('where each search must prove where it comes from, browsers search', async () => {
  const { get, asked, counted } = open(undefined, { open: false });
  expect((await get('/made-up')).results).toBeNull();
  expect(asked).toEqual([]);
  expect((await get('/listed')).results?.episodes).toHaveLength(1);
  // A page without a search costs the minimum.
  expect(counted).toEqual(['']);
});

test('a page without episodes of its own is rendered without a search', async () => {
  const { get, asked } = open();
  expect(await get('/plain')).toMatchObject({ cacheControl: KEPT, results: null });
  expect(asked).toEqual([]);
});

test.each<[what: string, answer: object, location: string]>([
  ['what was found ends before', { episodes: [], total: 173, paged: true }, '?q=AI&page=18'],
  ['nothing is found any more', { episodes: [], total: 0, paged: true }, '?q=AI&page=1'],
  ['the provider has no pages', { episodes: [], total: 1000 }, '?q=AI&page=10'],
  ['counts more than it has', { episodes: [], total: 1000, paged: true }, '?q=AI&page=90'],
])('a page beyond the last leads to the last: %s', async (_, answer, location) => {
  const beyond = {
    ...renderer,
    plan: (path: string, query: string) => ({
      key: path + query,
      search: { keywords: ['AI'], language: 'English' as const, skip: 900 },
      listed: false,
    }),
  };
  const { get, counted } = open(() => Promise.resolve(answer), { renderer: beyond });
  const page = await get('/', '?q=AI&page=95');
  expect(page).toMatchObject({
    status: 302,
    headers: { Location: `/${location}` },
    cacheControl: 'public, max-age=0, s-maxage=60',
  });
  expect(counted).toEqual(['AI']);
});

test('a cached page beyond the last leads to the last, too', async () => {
  const beyond = {
    ...renderer,
    plan: (path: string, query: string) => ({
      key: path + query,
      search: { keywords: ['AI'], language: 'English' as const, skip: 40, limit: 10 },
      listed: true,
    }),
  };
  const answer = { episodes: [], total: 13, paged: true };
  const { get, counted } = open(() => Promise.resolve(answer), { renderer: beyond });
  const page = await get('/listed', '?page=5');
  expect(page).toMatchObject({ status: 302, headers: { Location: '/listed?page=2' } });
  expect(counted).toEqual([]);
});

test('where there is no page, one says so, the same for all', async () => {
  const { get } = open();
  const missing = await get('/nowhere');
  expect(missing).toMatchObject({ status: 404, cacheControl: 'public, max-age=0, s-maxage=60' });
  expect((await get('/nowhere/else')).plain).toBe(missing.plain);
});

test('an address with a slash too many leads to the one without', async () => {
  const { get } = open();
  const moved = await get('/listed/', '?x=y');
  expect(moved).toMatchObject({ status: 301, headers: { Location: '/listed?x=y' } });
  expect((await get('//')).status).toBe(404);
});

const SHOW = { id: 'x', title: 'The Show', episodes: 12, published: 2, heard: 0 };

test('the page of a show has its episodes and facts, and counts as a search', async () => {
  const { get, asked, counted } = open(() =>
    Promise.resolve({ episodes: [EPISODE], total: 12, paged: true, show: SHOW }),
  );
  const page = await get('/show/x');
  expect(page).toMatchObject({ status: 200, cacheControl: 'public, max-age=0, s-maxage=60' });
  expect(page.results).toMatchObject({ episodes: [EPISODE], total: 12, show: SHOW });
  expect([asked, counted]).toEqual([['x'], ['']]);
});

test('the page of a show that nobody knows is missing, as any other', async () => {
  const { get, counted } = open(() => Promise.resolve({ episodes: [], total: 0, show: null }));
  const page = await get('/show/x');
  const { cacheControl } = await get('/nowhere');
  expect(page).toMatchObject({ status: 404, cacheControl, results: { show: null } });
  expect(counted).toEqual(['']);
});

test('a page of a show beyond the last one leads to the last one', async () => {
  const { get } = open(() => Promise.resolve({ episodes: [], total: 12, paged: true, show: SHOW }));
  expect(await get('/show/x', '?page=9')).toMatchObject({
    status: 302,
    headers: { Location: '/show/x?page=2' },
  });
});

test.each([
  ['fails', () => Promise.reject(new AppError('upstream-unavailable', 'away'))],
  ['takes too long', () => delay(5_000, {}, { ref: false })],
])('a show whose reading %s has a page for seconds, and is not missing', async (_, answer) => {
  const page = await open(answer).get('/show/x');
  expect(page).toMatchObject({ status: 200, cacheControl: FOR_SECONDS, results: null });
});

test('the page of a show is refused beyond the rate limit, and unsearched under App Check', async () => {
  const refused = { allowed: false, retryAfterMs: 1500 } as const;
  expect(await open().get('/show/x', '', refused)).toMatchObject({ status: 429 });
  const checked = open(undefined, { open: false });
  const page = await checked.get('/show/x');
  expect(page.plain.toString()).toContain('unsearched');
  expect(checked.asked).toEqual([]);
});

test('a page that shows the numbers of topics has them beside its results', async () => {
  const plan = (path: string) => ({ ...renderer.plan(path, '')!, topics: true as const });
  const counted = { ...renderer, plan };
  const topics = () => Promise.resolve({ '/company/openai': [1, 2] });
  for (const path of ['/listed', '/made-up']) {
    const page = await open(undefined, { renderer: counted, topics }).get(path);
    expect(page.results?.topics).toEqual({ '/company/openai': [1, 2] });
    const failing = { renderer: counted, topics: () => Promise.reject(new Error('away')) };
    expect((await open(undefined, failing).get(path)).results).not.toHaveProperty('topics');
    expect((await open(undefined, { topics }).get(path)).results).not.toHaveProperty('topics');
  }
});
