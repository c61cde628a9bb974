import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { readFeed } from '../feeds/read/read-feed.ts';
import { serveOnLoopback } from '../testing/test-server.ts';
import { refreshCatalogue } from './refresh-catalogue.ts';
import { webFetchers } from './fetchers.ts';
import { NOW, temporaryCatalogue } from '../catalogue/testing/test-catalogue.ts';

const FILE = JSON.stringify({ chapters: [{ startTime: 12, title: 'Copper at the harbour' }] });

/** Serves chapters files, and a feed with one episode for each file, newest first. */
async function world(answers: Record<string, RequestListener | string>, inside = '') {
  const asked: string[] = [];
  const feed = (base: string) => {
    const items = Object.keys(answers).map(
      (name, at) => `<item><title>Episode ${name}</title><guid>${name}</guid>
        <link>https://show.example/${name}</link>
        <pubDate>${new Date(NOW - (at + 1) * HOUR_MS).toUTCString()}</pubDate>
        <podcast:chapters url="${base}/${name}" type="application/json+chapters"/>${inside}</item>`,
    );
    return `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"
      xmlns:psc="http://podlove.org/simple-chapters"><channel>
      <title>Show</title>${items.join('')}</channel></rss>`;
  };
  const base = await serveOnLoopback((request, response) => {
    const name = (request.url ?? '').slice(1);
    if (name !== 'feed') asked.push(name);
    const answer = name === 'feed' ? feed(base) : answers[name];
    if (answer === undefined || answer === '') response.writeHead(404).end();
    else if (typeof answer === 'string') response.end(answer);
    else answer(request, response);
  });
  const catalogue = temporaryCatalogue();
  return {
    asked,
    answers,
    catalogue,
    refresh: async (now = NOW, allowPrivate = () => true) => {
      asked.length = 0;
      const summary = await refreshCatalogue({
        catalogue,
        feeds: [{ url: `${base}/feed` }],
        now,
        readFeed,
        ...webFetchers(() => true).feeds,
        transcripts: webFetchers(allowPrivate).transcripts,
      });
      return summary.chapters;
    },
    found: async () =>
      (await catalogue.query({ keywords: ['the harbour'], limit: 9, totalLimit: 9 })).episodes.map(
        ({ title }) => title,
      ),
  };
}

describe('a refresh', () => {
  it('reads the chapter files of new episodes once', async () => {
    const { refresh, asked, found } = await world({ a: FILE, b: FILE });
    expect(await refresh()).toEqual({ due: 2, read: 2, refused: {} });
    expect(await found()).toEqual(['Episode a', 'Episode b']);
    expect(await refresh(NOW + HOUR_MS)).toEqual({ due: 0, read: 0, refused: {} });
    expect(asked).toEqual([]);
  });

  it('fetches no chapter file if the feed has chapters', async () => {
    const own = '<psc:chapters><psc:chapter start="5" title="The harbour"/></psc:chapters>';
    const { refresh, asked, found } = await world({ a: FILE }, own);
    expect((await refresh()).due).toBe(0);
    expect(asked).toEqual([]);
    expect(await found()).toEqual(['Episode a']);
  });

  it('reports why files were not read, and stores their episodes', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    const { refresh, catalogue } = await world({
      page: '<!doctype html><p>Please sign in.</p>',
      gone: (_, response) => response.writeHead(410).end(),
      brackets: '['.repeat(900_000),
      before: JSON.stringify({ chapters: [{ startTime: -1, title: 'Before' }] }),
      large: JSON.stringify({ chapters: [{ startTime: 1, title: 'x'.repeat(1_000_000) }] }),
      bomb: (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
      elsewhere: (_, response) => response.writeHead(302, { location: 'ftp://x.example/' }).end(),
    });
    expect(await refresh()).toEqual({
      due: 7,
      read: 0,
      refused: { 'not-chapters': 2, gone: 1, empty: 1, 'too-large': 2, 'bad-redirect': 1 },
    });
    expect((await catalogue.contents()).episodes).toBe(7);
  });

  it('never requests an address in a private network', async () => {
    const { refresh, asked } = await world({ a: FILE });
    expect((await refresh(NOW, () => false)).refused).toEqual({ 'forbidden-address': 1 });
    expect(asked).toEqual([]);
  });

  it('retries a late file with validators until it has chapters', async () => {
    const seen: (string | undefined)[] = [];
    const early: RequestListener = (request, response) => {
      seen.push(request.headers['if-none-match']);
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"' }).end('{"chapters":[]}');
    };
    const { refresh, answers, found } = await world({ late: early });
    expect((await refresh()).refused).toEqual({ empty: 1 });
    expect((await refresh(NOW + 5 * MINUTE_MS)).due).toBe(0);
    expect((await refresh(NOW + 15 * MINUTE_MS)).refused).toEqual({ empty: 1 });
    expect(seen).toEqual([undefined, '"1"']);
    expect(await found()).toEqual([]);
    answers['late'] = FILE;
    expect((await refresh(NOW + 45 * MINUTE_MS)).read).toBe(1);
    expect(await found()).toEqual(['Episode late']);
  });
});
