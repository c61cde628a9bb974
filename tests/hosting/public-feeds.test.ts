import { describe, expect, test } from 'vitest';
import { SITE_PAGES } from '../../web/src/content/site-pages.ts';
import { asNewClient } from '../support/client.ts';
import { siteUrl } from '../support/stack.ts';

const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(siteUrl() + address, {
    redirect: 'manual',
    headers: { connection: 'close', ...asNewClient(), ...headers },
  });

function all(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(
    ([, text = '']) => text,
  );
}

const TOPICS = SITE_PAGES.filter(({ keywords }) => keywords !== undefined);

describe('the feed of a page', () => {
  test('contains the episodes of a search for the page’s keywords', async () => {
    const answer = await get('/company/openai.xml');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    const xml = await answer.text();
    const found = await fetch(`${siteUrl()}/api/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...asNewClient() },
      body: JSON.stringify({ keywords: ['OpenAI'], language: 'English' }),
    });
    const { episodes } = (await found.json()) as { episodes: { link: string }[] };
    expect(episodes.length).toBeGreaterThan(5);
    const links = all(xml, 'link')
      .slice(1)
      .map((link) => link.replaceAll('&amp;', '&'));
    expect(links).toEqual(episodes.slice(0, 50).map(({ link }) => new URL(link).href));
  });

  test('lets the CDN cache a feed and answers 304 to its tag', async () => {
    const answer = await get('/company/openai.xml');
    expect(answer.headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=300, stale-while-revalidate=86400',
    );
    expect(answer.headers.get('x-robots-tag')).toBeNull();
    const tag = answer.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]+"$/);
    const again = await get('/company/openai.xml', { 'if-none-match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('offers a feed for every page with episodes', async () => {
    const statuses = new Map<string, number>();
    for (const { path } of TOPICS) {
      const answer = await get(`${path}.xml`);
      statuses.set(path, answer.status);
      await answer.body?.cancel();
    }
    expect([...statuses].filter(([, status]) => status !== 200)).toEqual([]);
    expect(statuses.size).toBeGreaterThan(50);
  });

  test('redirects the feed at a page’s alias', async () => {
    const answer = await get('/openai.xml');
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/company/openai.xml']);
  });
});

describe('the feed of a search', () => {
  test('offers a feed for any search, with noindex', async () => {
    const answer = await get('/search.xml?q=OpenAI,sam+altman');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('cache-control')).toContain('s-maxage=300,');
    const xml = await answer.text();
    expect(all(xml, 'title')[0]).toMatch(/^OpenAI, sam altman – /);
    expect(xml).toContain('<item>');
  });

  test('refuses a feed where it refuses the search', async () => {
    const answer = await get('/search.xml?q=');
    expect([answer.status, await answer.text()]).toEqual([
      400,
      'Please enter at least one keyword or phrase\n',
    ]);
  });
});

describe('the sitemap', () => {
  test('dates each page by its newest episode and lets the CDN cache the sitemap for an hour', async () => {
    const answer = await get('/sitemap.xml');
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=3600, stale-while-revalidate=86400',
    );
    const xml = await answer.text();
    const feed = await (await get('/company/openai.xml')).text();
    const [, modified = ''] = /company\/openai<\/loc><lastmod>([^<]*)</.exec(xml) ?? [];
    // The feed may be newer than the sitemap, because other suites publish episodes.
    expect(all(feed, 'pubDate')).toContain(new Date(modified).toUTCString());
    expect(xml).toMatch(/\/about<\/loc><\/url>/);
    expect(all(xml, 'lastmod').length).toBeGreaterThan(20);
  });
});

test('answers 404 for the feed of an unknown page', async () => {
  const answer = await get('/company/no-such-company.xml');
  expect([answer.status, await answer.text()]).toEqual([404, 'There is no such feed.\n']);
});
