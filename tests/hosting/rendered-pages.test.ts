import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { searchResponseSchema } from '../../functions/src/contract/index.ts';
import { SITE_PAGES } from '../../web/src/content/site-pages.ts';
import { asNewClient } from '../support/client.ts';
import { siteUrl } from '../support/stack.ts';

const KEPT = 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400';

const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(siteUrl() + address, {
    redirect: 'manual',
    headers: { connection: 'close', 'accept-encoding': 'identity', ...asNewClient(), ...headers },
  });

function embedded(html: string): { link: string }[] {
  const [, json = '[]'] = /id="prerendered-episodes"[^>]*>([^<]*)</.exec(html) ?? [];
  // Not validated, because the tests compare it with the search's response.
  return JSON.parse(json) as { link: string }[];
}

async function found(keywords: readonly string[]) {
  const answer = await fetch(`${siteUrl()}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...asNewClient() },
    body: JSON.stringify({ keywords, language: 'English' }),
  });
  return searchResponseSchema.parse(await answer.json()).episodes;
}

test.each([
  ['/company/openai', 10],
  ['/openai', 10],
  ['/trends/future-of-work', 10],
  ['/topics/future-of-work', 10],
  ['/topics/ai-machine-learning', 6],
])('embeds the newest episodes in %s and shows the first', async (address, most) => {
  const page = SITE_PAGES.find(({ path, bareAlias }) => [path, bareAlias].includes(address));
  const html = await (await get(address)).text();
  const episodes = (await found(page?.keywords ?? [])).slice(0, most);
  expect(episodes.length).toBeGreaterThan(5);
  expect(embedded(html)).toEqual(episodes);
  const [first] = episodes;
  expect(html).toContain(`href="${first?.link.replaceAll('&', '&amp;')}"`);
});

test('lets the CDN cache a page for minutes and answers 304 to its tag', async () => {
  const answer = await get('/company/openai');
  expect(answer.headers.get('cache-control')).toBe(KEPT);
  expect(answer.headers.get('etag')).toMatch(/^"[\w-]{43}"$/);
  // The emulator starts several processes for concurrent tests, which render the page at different times.
  await vi.waitFor(
    async () => {
      const tag = (await get('/company/openai')).headers.get('etag') ?? '';
      const again = await get('/company/openai', { 'if-none-match': tag });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect(again.headers.get('cache-control')).toBe(KEPT);
    },
    { timeout: 15_000 },
  );
});

test('hides a search from search engines and lets the CDN cache it for a minute', async () => {
  const answer = await get('/?q=OpenAI');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
  const html = await answer.text();
  expect(html).toContain('name="robots" content="noindex"');
  expect(html).not.toContain('rel="canonical"');
  expect(html).toMatch(/<title[^>]*>OpenAI – Earshot<\/title>/);
});

test('keeps every page below 30 kB compressed', async () => {
  const heavy: [string, number][] = [];
  for (const { path } of SITE_PAGES) {
    const bytes = gzipSync(await (await get(path)).text()).length;
    if (bytes >= 30_000) heavy.push([path, bytes]);
  }
  expect(heavy).toEqual([]);
});

test('compresses a page for clients that accept gzip', async () => {
  const { headers } = await get('/company/openai', { 'accept-encoding': 'gzip' });
  expect(headers.get('content-encoding')).toBe('gzip');
  expect(headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
});

describe('an inexact address', () => {
  test('redirects an address with a trailing slash', async () => {
    const answer = await get('/company/openai/?page=2');
    expect([answer.status, answer.headers.get('location')]).toEqual([
      301,
      '/company/openai?page=2',
    ]);
  });

  test('refuses a POST to a page', async () => {
    const answer = await fetch(`${siteUrl()}/company/openai`, { method: 'POST', body: 'x' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

test('counts this week’s mentions of people and companies on the home page', async () => {
  const html = await (await get('/')).text();
  const cards = html.match(/<a [^>]*href="\/company\/[^"]*".*?<\/a>/gs) ?? [];
  const counted = cards.filter((card) => /\d(<!-- -->)? this week/.test(card));
  expect(counted.length).toBeGreaterThan(10);
});

describe('the page of a show', () => {
  test('shows a show’s newest episodes and allows search engines', async () => {
    const [first] = await found(['show:"Loud Agents"']);
    const path = `/show/${first?.showId}`;
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    const html = await answer.text();
    expect(embedded(html)[0]).toMatchObject({ link: first?.link });
    expect(html).toMatch(/<h1[^>]*>Loud Agents<\/h1>/);
    expect(html).toMatch(new RegExp(`rel="canonical" href="[^"]*${path}"`));
    const sitemap = await (await get('/sitemap.xml')).text();
    expect(sitemap).toContain(`${path}</loc><lastmod>`);
  });

  test.each(['0123456789abcdef0123', 'loud-agents', '%22%3B', '..%2f..', 'x'.repeat(200)])(
    'answers 404 for the show %s',
    async (id) => {
      const answer = await get(`/show/${id}`);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('Nothing to hear here');
    },
  );
});

describe('the page of an episode', () => {
  const addressOf = async () => {
    const [episode] = await found(['sourdough']);
    return `/episode/${episode?.showId}/${episode?.id}`;
  };

  test('renders what is said at the moment, and lets the CDN cache it for a minute', async () => {
    const address = await addressOf();
    const answer = await get(`${address}?t=953`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    const html = await answer.text();
    expect(html).toContain('Then I found the bakery');
    expect(html).not.toContain('content="noindex"');
    expect(html).toContain(`${address}.png?t=953`);
    expect(embedded(html).length).toBeGreaterThan(2);
  });

  test('draws a picture of 1200 × 630 pixels', async () => {
    const address = await addressOf();
    for (const query of ['', '?t=953']) {
      const answer = await get(`${address}.png${query}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
      const png = Buffer.from(await answer.arrayBuffer());
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    }
    const head = await fetch(`${siteUrl()}${address}.png`, { method: 'HEAD' });
    expect(head.status).toBe(200);
  });

  test.each([
    '/episode',
    '/episode/0123456789abcdef0123',
    `/episode/0123456789abcdef0123/${'0'.repeat(32)}`,
    `/episode/0123456789abcdef0123/${'0'.repeat(32)}.png`,
    `/episode/0123456789abcdef0123/${'0'.repeat(32)}/more`,
    '/episode/..%2f..%2f/x.png',
  ])('answers 404 to %s', async (address) => {
    const answer = await get(address);
    // Node.js crashes on a closed connection whose body nobody has read.
    await answer.arrayBuffer();
    expect(answer.status).toBe(404);
  });
});
