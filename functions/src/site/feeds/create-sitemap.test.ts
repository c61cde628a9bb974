import { beforeEach, expect, test } from 'vitest';
import { wholeEpisode } from '../../contract/fixtures/whole-episode.ts';
import { AppError } from '../../platform/app-error.ts';
import { createSitemap, sitemapXml } from './create-sitemap.ts';
import { keepLog } from '../../testing/test-log.ts';

const page = (path: string, ...keywords: string[]) => ({
  path,
  title: path,
  description: path,
  ...(keywords.length > 0 && { keywords }),
});
const PAGES = [page('/'), page('/company/openai', 'OpenAI'), page('/vc/nea', 'NEA')];
const NOW = Date.UTC(2026, 10, 22, 3);
const FOUND: Record<string, number> = { OpenAI: Date.UTC(2026, 10, 22, 2) };

interface World {
  shows?: { id: string; newestAtMs: number }[];
  cacheable?: boolean;
  fails?: () => boolean;
}

function world({ cacheable = true, fails = () => false, shows = [] }: World = {}) {
  const state = { searches: 0, now: NOW, mostShows: 0 };
  const sitemap = createSitemap({
    site: { name: 'Earshot', url: 'https://earshot.example' },
    pages: PAGES,
    now: () => state.now,
    search: {
      cacheable,
      publicShows: (limit) => {
        state.mostShows = limit;
        return Promise.resolve(shows);
      },
      search: ({ keywords: [keyword = ''] }) => {
        state.searches += 1;
        if (fails()) return Promise.reject(new AppError('upstream-unavailable', 'gone'));
        const at = FOUND[keyword];
        const episodes = at === undefined ? [] : [{ ...wholeEpisode, pub_date_ms: at }];
        const response = { episodes, total: episodes.length };
        return Promise.resolve({ response, source: 'provider' as const });
      },
    },
  });
  return { state, sitemap };
}

const WITHOUT_TIMES = sitemapXml(
  PAGES.map(({ path }) => ({ url: `https://earshot.example${path}`, modifiedAtMs: null })),
);

beforeEach(() => void keepLog());

test('dates each page by its newest episode, if it has one', async () => {
  expect(await world().sitemap()).toEqual({
    contentType: 'application/xml; charset=utf-8',
    indexed: true,
    kept: 'hour',
    body:
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      '  <url><loc>https://earshot.example/</loc></url>\n' +
      '  <url><loc>https://earshot.example/company/openai</loc><lastmod>2026-11-22T02:00:00.000Z</lastmod></url>\n' +
      '  <url><loc>https://earshot.example/vc/nea</loc></url>\n' +
      '</urlset>\n',
  });
});

test('lists the pages of at most a thousand public shows', async () => {
  const shows = [{ id: '0123456789abcdef0123', newestAtMs: NOW - 1000 }];
  const { state, sitemap } = world({ shows });
  expect(await sitemap()).toMatchObject({
    body: expect.stringContaining(
      '  <url><loc>https://earshot.example/show/0123456789abcdef0123</loc><lastmod>2026-11-22T02:59:59.000Z</lastmod></url>\n</urlset>',
    ) as string,
  });
  expect(state.mostShows).toBe(1000);
});

test('dates no page in the future', async () => {
  const { state, sitemap } = world();
  state.now = FOUND['OpenAI']! - 1000;
  expect(await sitemap()).toMatchObject({
    body: expect.stringContaining('<lastmod>2026-11-22T01:59:59.000Z</lastmod>') as string,
  });
});

test('creates the sitemap once an hour for all requests', async () => {
  const { state, sitemap } = world();
  await Promise.all([sitemap(), sitemap()]);
  state.now = NOW + 3_599_999;
  await sitemap();
  expect(state.searches).toBe(2);
  state.now = NOW + 3_600_000;
  await sitemap();
  expect(state.searches).toBe(4);
});

test('omits times while the search fails and retries on the next request', async () => {
  let failing = true;
  const { state, sitemap } = world({ fails: () => failing });
  expect(await sitemap()).toMatchObject({ kept: 'seconds', body: WITHOUT_TIMES });
  expect(state.searches).toBeLessThanOrEqual(2);
  failing = false;
  expect(await sitemap()).toMatchObject({ kept: 'hour' });
});

test('runs no search if results must not be cached', async () => {
  const { state, sitemap } = world({ cacheable: false });
  expect(await sitemap()).toMatchObject({ kept: 'hour', body: WITHOUT_TIMES });
  expect(state.searches).toBe(0);
});

test('escapes addresses in XML', () => {
  const url = 'https://earshot.example/trends/r&d';
  expect(sitemapXml([{ url, modifiedAtMs: null }])).toContain(
    '<loc>https://earshot.example/trends/r&amp;d</loc>',
  );
});
