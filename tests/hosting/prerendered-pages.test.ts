import { isDeepStrictEqual } from 'node:util';
import { HtmlValidate } from 'html-validate';
import { beforeAll, describe, expect, test } from 'vitest';
import { SITE_PAGES, type SitePage } from '../../web/src/content/site-pages.ts';
import { asNewClient } from '../support/client.ts';
import { siteUrl } from '../support/stack.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  // Scripts and styles have the same origin, so they need no integrity attribute.
  rules: { 'require-sri': ['error', { target: 'crossorigin' }] },
});

interface Address {
  address: string;
  sitePage: SitePage;
}

const ADDRESSES: Address[] = SITE_PAGES.flatMap((sitePage) =>
  [sitePage.path, sitePage.bareAlias]
    .filter((address) => address !== undefined)
    .map((address) => ({ address, sitePage })),
);

const html = new Map<string, string>();

// Opens a new connection for each request: the server closes idle connections after seconds, which this process
// notices too late while it validates HTML.
const get = (address: string) =>
  fetch(siteUrl() + address, {
    redirect: 'error',
    headers: { connection: 'close', ...asNewClient() },
  });

const read = async (address: string) => (await get(address)).text();

function all(page: string, pattern: RegExp): string[] {
  return [...page.matchAll(pattern)].map(([, text = '']) => text.replaceAll('&amp;', '&'));
}

const titles = (page: string) => all(page, /<title[^>]*>([^<]*)<\/title>/g);
const descriptions = (page: string) =>
  all(page, /<meta[^>]* name="description" content="([^"]*)"/g);
const canonicals = (page: string) => all(page, /<link[^>]* rel="canonical" href="([^"]*)"/g);
const robots = (page: string) => all(page, /<meta[^>]* name="robots" content="([^"]*)"/g);

beforeAll(async () => {
  for (const { address } of ADDRESSES) html.set(address, await read(address));
});

test('gives each page its own title and description', () => {
  const pages = SITE_PAGES.map(({ path }) => html.get(path)!);
  expect(new Set(pages.flatMap(titles)).size).toBe(SITE_PAGES.length);
  expect(new Set(pages.flatMap(descriptions)).size).toBe(SITE_PAGES.length);
});

test('gives each page its own share image of 1200 × 630 pixels', async () => {
  const images = SITE_PAGES.map(({ path }) =>
    all(html.get(path)!, /<meta[^>]* property="og:image" content="([^"]*)"/g),
  );
  expect(new Set(images.flat()).size).toBe(SITE_PAGES.length);
  for (const url of images.flat()) {
    const answer = await get(new URL(url).pathname);
    expect(answer.headers.get('content-type')).toBe('image/png');
    const png = Buffer.from(await answer.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  }
});

describe('pages hidden from search engines', () => {
  test.each([
    '/login',
    '/signup',
    '/forgot-password',
    '/dashboard',
    '/alerts',
    '/bookmarks',
    '/delivery',
  ])('serves %s empty and with noindex', async (address) => {
    const page = await read(address);
    expect(robots(page)).toEqual(['noindex']);
    expect(page).toContain('<div id="root"></div>');
  });

  test('renders a made-up trend with noindex instead of 404', async () => {
    const answer = await get('/trends/quantum-computing');
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(robots(page)).toEqual(['noindex']);
    expect(page).toContain('Quantum Computing');
  });

  test('answers 404 with content at an unknown address', async () => {
    const answer = await get('/company/no-such-company');
    expect(answer.status).toBe(404);
    const page = await answer.text();
    expect(robots(page)).toEqual(['noindex']);
    expect(page).toContain('Nothing to hear here');
  });
});

test('lists every page in the sitemap, which robots.txt names', async () => {
  const robotsTxt = await read('/robots.txt');
  const sitemapUrl = /^Sitemap: (.+)$/m.exec(robotsTxt)?.[1];
  expect(sitemapUrl).toBe(`${siteUrl()}/sitemap.xml`);
  const sitemap = await read('/sitemap.xml');
  const listed = all(sitemap, /<loc>([^<]*)<\/loc>/g);
  const shows = listed.slice(SITE_PAGES.length);
  expect(listed).toEqual([...SITE_PAGES.map(({ path }) => siteUrl() + path), ...shows]);
  expect(shows.length).toBeGreaterThan(10);
  for (const url of shows) expect(url).toMatch(/\/show\/[0-9a-f]{20}$/);
  expect(SITE_PAGES.flatMap(({ path }) => canonicals(html.get(path)!))).toEqual(
    SITE_PAGES.map(({ path }) => siteUrl() + path),
  );
});

test('serves security.txt as text with the address for reports', async () => {
  const answer = await get('/.well-known/security.txt');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/plain'),
  ]);
  expect(await answer.text()).toMatch(/^Contact: mailto:\S+@\S+\nExpires: \S+Z\n/);
});

test('links only to existing addresses in llms.txt', async () => {
  const text = await read('/llms.txt');
  const linked = all(text, /\]\(([^)]+)\)/g);
  expect(linked.length).toBeGreaterThan(4);
  for (const address of linked) {
    expect(address.startsWith(`${siteUrl()}/`)).toBe(true);
    expect((await get(address.slice(siteUrl().length))).status).toBe(200);
  }
});

test('serves an icon at /favicon.ico', async () => {
  const answer = await get('/favicon.ico');
  expect(answer.status).toBe(200);
  const ico = Buffer.from(await answer.arrayBuffer());
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1]);
  // The directory's only image is a PNG.
  const at = ico.readUInt32LE(18);
  expect(ico.subarray(at + 1, at + 4).toString()).toBe('PNG');
  expect(ico.length).toBe(at + ico.readUInt32LE(14));
});

test('names existing icons in the manifest, in their sizes', async () => {
  const link = /<link rel="manifest" href="([^"]*)"/.exec(html.get('/')!)?.[1];
  // The schema is not validated; the checks below cover the fields that are used.
  const manifest = JSON.parse(await read(link!)) as {
    display: string;
    icons: { src: string; sizes: string; purpose: string }[];
  };
  expect(manifest.display).toBe('standalone');
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes } of manifest.icons) {
    const png = Buffer.from(await (await get(src)).arrayBuffer());
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
  }
});

describe('every public page at each of its addresses', () => {
  async function problems(check: (page: string, address: Address) => unknown) {
    const found: unknown[] = [];
    for (const address of ADDRESSES) {
      const problem = await check(html.get(address.address)!, address);
      if (problem !== null) found.push([address.address, problem]);
    }
    return found;
  }

  test('serves valid HTML', async () => {
    const found = await problems(async (page, { address }) => {
      const { results } = await validator.validateString(page, address);
      const messages = results.flatMap((result) => result.messages);
      return messages.length === 0
        ? null
        : messages.map(({ ruleId, message }) => [ruleId, message]);
    });
    expect(found).toEqual([]);
  });

  test('has one title, one description and one canonical address', async () => {
    const found = await problems((page, { sitePage }) => {
      const said = {
        titles: titles(page),
        descriptions: descriptions(page),
        canonical: canonicals(page).map((url) => new URL(url).pathname),
        robots: robots(page),
      };
      const wanted = {
        titles: [`${sitePage.title} – Earshot`],
        descriptions: [sitePage.description],
        canonical: [sitePage.path],
        robots: [],
      };
      return isDeepStrictEqual(said, wanted) ? null : said;
    });
    expect(found).toEqual([]);
  });

  test('has a heading and is readable without scripts', async () => {
    const found = await problems((page, { sitePage }) => {
      const body = page.slice(page.indexOf('<div id="root">'));
      const text = body.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]+>/g, ' ');
      const headings = all(body, /<h1[^>]*>([\s\S]*?)<\/h1>/g);
      const words = text.split(/\s+/).filter(Boolean).length;
      const { kind, name } = sitePage;
      // Only these kinds have the page's name in their heading.
      const named = !['entity', 'trend'].includes(kind) || headings[0]?.includes(name);
      return headings.length === 1 && named && words > 60 ? null : [headings, words];
    });
    expect(found).toEqual([]);
  });

  test('contains valid structured data and nothing that the security policy blocks', async () => {
    const found = await problems((page) => {
      const blocks = all(page, /<script type="application\/ld\+json">([\s\S]*?)<\/script>/g);
      for (const block of blocks) {
        expect(JSON.parse(block)).toMatchObject({ '@context': 'https://schema.org' });
      }
      const inline = all(page, /<script>([\s\S]*?)<\/script>/g).length;
      return blocks.length > 0 && inline === 1 && !/<[a-z][^>]* style="/.test(page)
        ? null
        : [blocks.length, inline];
    });
    expect(found).toEqual([]);
  });
});
