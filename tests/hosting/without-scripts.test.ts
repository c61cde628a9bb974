import { beforeAll, describe, expect, test } from 'vitest';
import { asNewClient } from '../support/client.ts';
import { siteUrl } from '../support/stack.ts';

const get = (address: string) =>
  fetch(siteUrl() + address, { headers: { connection: 'close', ...asNewClient() } });

/** Max concurrent requests, because the emulator starts a process for each. */
const TOGETHER = 4;

function read(html: string): string {
  const body = html.slice(html.indexOf('<body>'));
  return body.replace(/<script[\s\S]*?<\/script>/g, '');
}

const links = (html: string) =>
  [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&').replace(/#.*$/, ''),
  );
const titles = (html: string) =>
  [...html.matchAll(/<h3[^>]*>(?:<a [^>]*>)?([^<]*)/g)].map(([, title = '']) => title);
const articles = (html: string) => [...html.matchAll(/<article[\s\S]*?<\/article>/g)].join('');

describe('the whole site, followed from the home page by plain links', () => {
  const pages = new Map<string, { status: number; text: string }>();

  async function visit(address: string): Promise<string[]> {
    const answer = await get(address);
    const text = read(await answer.text());
    pages.set(address, { status: answer.status, text });
    // Skips public feeds and the API's document, which have their own tests. Skips combined search options and
    // further pages of a show, which are many pages of the same kind.
    return links(text).filter(
      (link) =>
        !/\.(xml|json)(\?|$)/.test(link) &&
        !/(&(in|sort|period)=.*){2}|^\/show\/.*page=/.test(link),
    );
  }

  beforeAll(async () => {
    const waiting = ['/'];
    for (let read = 0; read < waiting.length;) {
      const some = waiting.slice(read, read + TOGETHER);
      read += some.length;
      const found = await Promise.all(some.map(visit));
      for (const link of found.flat()) if (!waiting.includes(link)) waiting.push(link);
    }
  }, 600_000);

  test('finds a page behind every link', () => {
    const missing = [...pages].filter(([, { status }]) => status !== 200);
    expect(missing.map(([address]) => address)).toEqual([]);
    expect(pages.size).toBeGreaterThan(120);
  });

  test('has a heading on every page, or says that accounts need JavaScript', () => {
    const unreadable = [...pages].filter(
      ([, { text }]) => !/<h1[\s>]/.test(text) && !text.includes('Accounts need JavaScript.'),
    );
    expect(unreadable.map(([address]) => address)).toEqual([]);
    expect(pages.get('/login')?.text).toContain('Accounts need JavaScript.');
  });

  test('links to searches, trends and further pages of results', () => {
    const found = (pattern: RegExp) => [...pages.keys()].filter((address) => pattern.test(address));
    expect(found(/^\/\?q=.*&page=2$/)).not.toEqual([]);
    expect(found(/^\/company\/openai\?page=2$/)).not.toEqual([]);
    expect(found(/^\/trends\//)).not.toEqual([]);
    expect(found(/^\/show\//).length).toBeGreaterThan(10);
    expect(found(/&sort=relevance$/)).not.toEqual([]);
    expect(found(/&period=week$/)).not.toEqual([]);
  });

  test('shows the episodes of a topic page by page without duplicates', () => {
    const shown = ['/company/openai', '/company/openai?page=2', '/company/openai?page=3'].flatMap(
      (address) => titles(articles(pages.get(address)?.text ?? '')),
    );
    expect(shown.length).toBeGreaterThan(20);
    expect(new Set(shown).size).toBe(shown.length);
  });
});

test('submits the search form as an address with results', async () => {
  const home = read(await (await get('/')).text());
  const [form = ''] = /<form[\s\S]*?<\/form>/.exec(home) ?? [];
  expect(form).toMatch(/^<form [^>]*action="\/"/);
  expect(form).not.toMatch(/^<form [^>]*method="post"/i);
  expect(form).toMatch(/<input [^>]*name="q"/);
  // A browser encodes the form's query string like this.
  const answer = await get(`/?${new URLSearchParams({ q: 'tobi lutke, OpenAI' }).toString()}`);
  const html = read(await answer.text());
  expect(html).toMatch(/<input [^>]*value="tobi lutke, OpenAI"/);
  expect(titles(articles(html))).toHaveLength(10);
  expect(html).toMatch(/<mark[^>]*>Tobi L[uü]tke<\/mark>|<mark[^>]*>OpenAI<\/mark>/);
});

test('states that a search found nothing or is refused', async () => {
  const nothing = read(await (await get('/?q=xyzzyplugh')).text());
  expect(nothing).toContain('No episodes found for your search.');
  const refused = read(await (await get(`/?q=${'x'.repeat(201)}`)).text());
  expect(refused).toContain('A keyword or phrase can have at most 200 characters');
});

test('states that a visitor searches too often', async () => {
  const headers = { connection: 'close', ...asNewClient() };
  const statuses: number[] = [];
  let last = '';
  // The emulator may have started several processes, each with its own count.
  while (!statuses.includes(429) && statuses.length < 300) {
    const answer = await fetch(`${siteUrl()}/?q=word${statuses.length}`, { headers });
    statuses.push(answer.status);
    last = read(await answer.text());
  }
  expect(statuses.length).toBeGreaterThan(30);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(last).toContain('Too many requests. Please wait a moment and try again.');
  // The site's own pages do not count.
  expect((await fetch(`${siteUrl()}/company/openai`, { headers })).status).toBe(200);
});
