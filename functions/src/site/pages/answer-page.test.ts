import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type {
  EpisodeAnswer,
  PageNotice,
  PageResults,
  SearchRequest,
  SearchResponse,
  ShowAnswer,
} from '../../contract/index.ts';
import { sampleEpisode } from '../../contract/fixtures/sample-episode.ts';
import { AppError } from '../../platform/app-error.ts';
import { createPages } from './answer-page.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const KEPT = 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400';
const FOR_SECONDS = 'public, max-age=0, s-maxage=5';
const EPISODE = sampleEpisode({ pub_date_ms: NOW });
const ALLOWED = { allowed: true, left: 1 } as const;

/**
 * Renders its input as JSON. `/plain` has no search, `/invalid` reads its problem from the query's first word, and
 * `/show/x` requests the show `x`, `/episode/y` the episode `y`.
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
    const [, wanted] = /^\/episode\/(.+)$/.exec(path) ?? [];
    if (wanted !== undefined) {
      return { key: path + query, search: null, episode: { show: 's', id: wanted }, listed: false };
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
      return (await answer()) as SearchResponse;
    },
    show: async ({ id }) => {
      asked.push(id);
      return (await answer()) as ShowAnswer;
    },
    episodePage: async ({ id }) => {
      asked.push(id);
      return (await answer()) as EpisodeAnswer;
    },
    topics: () => Promise.resolve({}),
    cacheable: true,
    now: () => now,
    withinMs: 20,
    ...options,
  });
  const get = async (path: string, query = '', decision: Parameters<typeof allow>[1] = ALLOWED) => {
    const page = await pages(path, query, {
      client: '192.0.2.1',
      allow: (keywords) => allow(keywords, decision),
    });
    // A redirect has no body.
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

test('renders a listed page with its episodes, caches it for minutes and charges nobody', async () => {
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

test('renders a page once for concurrent requests and at most once a minute', async () => {
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
  ['takes too long', () => delay(5_000, { episodes: [], total: 0 }, { ref: false })],
])('sends a page without episodes, cached for seconds, if the catalogue %s', async (_, answer) => {
  for (const path of ['/listed', '/made-up']) {
    const { get } = open(answer);
    expect(await get(path)).toMatchObject({
      status: 200,
      cacheControl: FOR_SECONDS,
      results: null,
    });
  }
});

test('does not cache a page without episodes', async () => {
  const answer = vi
    .fn<() => Promise<unknown>>()
    .mockRejectedValueOnce(new AppError('upstream-unavailable', 'away'))
    .mockResolvedValue({ episodes: [EPISODE], total: 1 });
  const { get } = open(answer);
  expect((await get('/listed')).results).toBeNull();
  expect((await get('/listed')).results?.episodes).toHaveLength(1);
});

test('charges a visitor’s own query as a search and lets CDNs cache it for a minute', async () => {
  const { get, asked, counted } = open();
  expect(await get('/made-up', '?a16z')).toMatchObject({
    status: 200,
    cacheControl: 'public, max-age=0, s-maxage=60',
  });
  await get('/made-up', '?a16z');
  expect(asked).toEqual(['a16z', 'a16z']);
  expect(counted).toEqual(['a16z', 'a16z']);
});

test('sends the same empty page beyond the rate limit, without rendering or searching', async () => {
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
  ['more words than allowed', '/made-up', 200, []],
  ['without its episodes', '/made-up', 200, [() => Promise.reject(new Error('away'))]],
])('renders one page for all queries: %s', async (kind, path, status, options) => {
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

test('gives each problem of a query its own page', async () => {
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

test('does not search for too many words but charges the request', async () => {
  const { get, asked, counted } = open();
  expect((await get('/made-up', `?${'w '.repeat(30)}`)).results).toBeNull();
  expect(asked).toEqual([]);
  expect(counted).toEqual(['']);
});

test('shows uncacheable results only on uncacheable pages', async () => {
  const { get, asked } = open(undefined, { cacheable: false });
  expect(await get('/listed')).toMatchObject({ cacheControl: KEPT, results: null });
  expect(asked).toEqual([]);
  expect(await get('/made-up')).toMatchObject({ cacheControl: 'private, no-store' });
  expect(asked).toHaveLength(1);
});

test('renders a page that has no episodes without a search', async () => {
  const { get, asked } = open();
  expect(await get('/plain')).toMatchObject({ cacheControl: KEPT, results: null });
  expect(asked).toEqual([]);
});

test.each<[what: string, answer: object, location: string]>([
  ['fewer results', { episodes: [], total: 173, paged: true }, '?q=AI&page=18'],
  ['no results any more', { episodes: [], total: 0, paged: true }, '?q=AI&page=1'],
  ['the provider has no pages', { episodes: [], total: 1000 }, '?q=AI&page=10'],
  ['a count above its episodes', { episodes: [], total: 1000, paged: true }, '?q=AI&page=90'],
])('redirects from beyond the last page to the last: %s', async (_, answer, location) => {
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

test('redirects a cached page beyond the last to the last', async () => {
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

test('sends the same 404 page for every unknown address', async () => {
  const { get } = open();
  const missing = await get('/nowhere');
  expect(missing).toMatchObject({ status: 404, cacheControl: 'public, max-age=0, s-maxage=60' });
  expect((await get('/nowhere/else')).plain).toBe(missing.plain);
});

test('redirects an address with a trailing slash', async () => {
  const { get } = open();
  const moved = await get('/listed/', '?x=y');
  expect(moved).toMatchObject({ status: 301, headers: { Location: '/listed?x=y' } });
  expect((await get('//')).status).toBe(404);
});

const SHOW = { id: 'x', title: 'The Show', episodes: 12, published: 2, heard: 0 };

test('renders a show with its episodes and facts and charges a search', async () => {
  const { get, asked, counted } = open(() =>
    Promise.resolve({ episodes: [EPISODE], total: 12, paged: true, show: SHOW }),
  );
  const page = await get('/show/x');
  expect(page).toMatchObject({ status: 200, cacheControl: 'public, max-age=0, s-maxage=60' });
  expect(page.results).toMatchObject({ episodes: [EPISODE], total: 12, show: SHOW });
  expect([asked, counted]).toEqual([['x'], ['']]);
});

test('answers 404 for an unknown show', async () => {
  const { get, counted } = open(() => Promise.resolve({ episodes: [], total: 0, show: null }));
  const page = await get('/show/x');
  const { cacheControl } = await get('/nowhere');
  expect(page).toMatchObject({ status: 404, cacheControl, results: { show: null } });
  expect(counted).toEqual(['']);
});

test('redirects a page of a show beyond the last to the last', async () => {
  const { get } = open(() => Promise.resolve({ episodes: [], total: 12, paged: true, show: SHOW }));
  expect(await get('/show/x', '?page=9')).toMatchObject({
    status: 302,
    headers: { Location: '/show/x?page=2' },
  });
});

test.each([
  ['fails', () => Promise.reject(new AppError('upstream-unavailable', 'away'))],
  ['takes too long', () => delay(5_000, {}, { ref: false })],
])('renders a show without episodes, cached for seconds, if reading it %s', async (_, answer) => {
  const page = await open(answer).get('/show/x');
  expect(page).toMatchObject({ status: 200, cacheControl: FOR_SECONDS, results: null });
});

test('refuses a show beyond the rate limit', async () => {
  const refused = { allowed: false, retryAfterMs: 1500 } as const;
  expect(await open().get('/show/x', '', refused)).toMatchObject({ status: 429 });
});

const ABOUT = { notes: 'Notes', said: [], mentions: [] };

test('renders an episode with its facts and charges a search', async () => {
  const { get, asked, counted } = open(() =>
    Promise.resolve({ episodes: [EPISODE], total: 1, about: ABOUT }),
  );
  const page = await get('/episode/y', '?t=9');
  expect(page).toMatchObject({ status: 200, cacheControl: 'public, max-age=0, s-maxage=60' });
  expect(page.results).toMatchObject({ episodes: [EPISODE], about: ABOUT });
  expect([asked, counted]).toEqual([['y'], ['']]);
});

test('answers 404 for an unknown episode, and without it if reading it fails', async () => {
  const missing = open(() => Promise.resolve({ episodes: [], total: 0, about: null }));
  const { cacheControl } = await missing.get('/nowhere');
  expect(await missing.get('/episode/y')).toMatchObject({ status: 404, cacheControl });
  const away = open(() => Promise.reject(new AppError('upstream-unavailable', 'away')));
  expect(await away.get('/episode/y')).toMatchObject({ status: 200, cacheControl: FOR_SECONDS });
});

test('adds the counts of topics to pages that show them', async () => {
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
