import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { readFeed } from '../feeds/read/read-feed.ts';
import { keepLog, logEntries } from '../testing/test-log.ts';
import { serveOnLoopback } from '../testing/test-server.ts';
import { refreshCatalogue, type RefreshOptions } from './refresh-catalogue.ts';
import { webFetchers } from './fetchers.ts';
import { NOW, temporaryCatalogue } from '../catalogue/testing/test-catalogue.ts';
import { nextAttempt } from './read-attachments.ts';
import { TRANSCRIPTS, awaitedAttachments } from '../catalogue/store/attachments-store.ts';

const VTT = 'WEBVTT\n\n00:12.000 --> 00:14.000\n<v Ann>Copper at the harbour.';

/** A feed with one episode per list of transcript paths, newest first. */
function feedOf(base: string, ...paths: string[][]): string {
  const items = paths.map(
    (sources, at) => `<item><title>Episode ${at}</title><guid>${at}</guid>
      <link>https://show.example/${at}</link>
      <pubDate>${new Date(NOW - (at + 1) * HOUR_MS).toUTCString()}</pubDate>
      ${sources.map((source) => `<podcast:transcript url="${base}/${source}" type="text/vtt"/>`).join('')}</item>`,
  );
  return `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
    <title>Show</title>${items.join('')}</channel></rss>`;
}

async function world(answers: Record<string, RequestListener | string>, ...paths: string[][]) {
  const asked: string[] = [];
  const base = await serveOnLoopback((request, response) => {
    const name = (request.url ?? '').slice(1);
    if (name === 'feed') {
      response.end(feedOf(base, ...paths));
      return;
    }
    asked.push(name);
    const answer = answers[name];
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'string') response.end(answer);
    else answer(request, response);
  });
  const catalogue = temporaryCatalogue();
  const access = webFetchers(() => true);
  const options: RefreshOptions = {
    catalogue,
    feeds: [{ url: `${base}/feed` }],
    now: NOW,
    readFeed,
    ...access.feeds,
    transcripts: access.transcripts,
  };
  return {
    base,
    asked,
    answers,
    catalogue,
    refresh: async (values: Partial<RefreshOptions> = {}) => {
      asked.length = 0;
      return (await refreshCatalogue({ ...options, ...values })).transcripts;
    },
    found: async () =>
      (await catalogue.query({ keywords: ['the harbour'], limit: 9, totalLimit: 9 })).episodes.map(
        ({ title }) => title,
      ),
  };
}

describe('a refresh', () => {
  it('logs unreadable files by host and reason, with their number', async () => {
    const page = '<!doctype html><p>Please sign in.</p>';
    const { refresh, base } = await world({ a: page, b: page, d: VTT }, ['a'], ['b'], ['c'], ['d']);
    const lines = keepLog();
    await refresh();
    const { host } = new URL(base);
    const told = logEntries(lines).filter(({ message }) => message === 'file-not-read');
    const file = { file: 'transcript', host, severity: 'WARNING' };
    expect(told).toHaveLength(2);
    expect(told).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...file, code: 'not-a-transcript', files: 2 }),
        expect.objectContaining({ ...file, code: 'http-status', files: 1 }),
      ]),
    );
  });

  it('reads the transcripts of new episodes once', async () => {
    const { refresh, asked, found } = await world({ a: VTT, b: VTT }, ['a'], [], ['b']);
    expect(await refresh()).toEqual({ due: 2, read: 2, refused: {} });
    expect(await found()).toEqual(['Episode 0', 'Episode 2']);
    expect(await refresh({ now: NOW + DAY_MS, force: true })).toEqual({
      due: 0,
      read: 0,
      refused: {},
    });
    expect(asked).toEqual([]);
  });

  it('reports why transcripts were not read, and stores their episodes', async () => {
    const answers = {
      page: '<!doctype html><p>Please sign in.</p>',
      gone: ((_, response) => response.writeHead(410).end()) as RequestListener,
      bomb: 'x\n'.repeat(400_000),
      cut: ((_, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('WEBVTT');
        setTimeout(() => response.socket?.destroy(), 20);
      }) as RequestListener,
      private: ((_, response) =>
        response.writeHead(302, { location: 'ftp://x.example/' }).end()) as RequestListener,
      large: ((_, response) =>
        response.writeHead(200, { 'content-length': '9000000' }).end()) as RequestListener,
    };
    const { refresh, catalogue } = await world(
      answers,
      ...Object.keys(answers).map((name) => [name]),
      ['missing'],
    );
    expect(await refresh()).toEqual({
      due: 7,
      read: 0,
      refused: {
        'not-a-transcript': 1,
        gone: 1,
        'transcript-too-long': 1,
        'cut-short': 1,
        'bad-redirect': 1,
        'too-large': 1,
        'http-status': 1,
      },
    });
    expect((await catalogue.contents()).episodes).toBe(7);
  });

  it('never requests an address in a private network', async () => {
    const { refresh, asked } = await world({ a: VTT }, ['a']);
    const { transcripts } = webFetchers(() => false);
    expect((await refresh({ transcripts })).refused).toEqual({ 'forbidden-address': 1 });
    expect(asked).toEqual([]);
  });

  it('falls back to the next transcript if the first cannot be read', async () => {
    const { refresh, asked } = await world({ b: VTT }, ['a', 'b']);
    expect((await refresh()).read).toBe(1);
    expect(asked).toEqual(['a', 'b']);
  });

  it('retries a late transcript with growing pauses until it appears', async () => {
    const { refresh, asked, answers, found } = await world({}, ['late']);
    expect((await refresh()).refused).toEqual({ 'http-status': 1 });
    expect((await refresh({ now: NOW + 5 * MINUTE_MS })).due).toBe(0);
    expect((await refresh({ now: NOW + 15 * MINUTE_MS })).due).toBe(1);
    expect((await refresh({ now: NOW + 30 * MINUTE_MS })).due).toBe(0);
    expect(await found()).toEqual([]);
    answers['late'] = VTT;
    expect((await refresh({ now: NOW + 45 * MINUTE_MS })).read).toBe(1);
    expect(asked).toEqual(['late']);
    expect(await found()).toEqual(['Episode 0']);
  });

  it('sends validators if the host sent something else before', async () => {
    const seen: (string | undefined)[] = [];
    const placeholder: RequestListener = (request, response) => {
      seen.push(request.headers['if-none-match']);
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"' }).end('{}');
    };
    const { refresh } = await world({ placeholder }, ['placeholder']);
    await refresh();
    expect((await refresh({ now: NOW + HOUR_MS })).refused).toEqual({ 'not-a-transcript': 1 });
    expect(seen).toEqual([undefined, '"1"']);
  });

  it('stops at its budget, newest first, and continues in the next refresh', async () => {
    const { refresh, found } = await world({ a: VTT, b: VTT, c: VTT }, ['a'], ['b'], ['c']);
    const budget = { count: 10, bytes: 1e6, timeMs: 10_000 };
    expect(await refresh({ transcriptBudget: { ...budget, timeMs: 0 } })).toEqual({
      due: 3,
      read: 0,
      refused: {},
    });
    expect((await refresh({ transcriptBudget: { ...budget, count: 1 } })).read).toBe(1);
    expect(await found()).toEqual(['Episode 0']);
    expect((await refresh({ transcriptBudget: { ...budget, bytes: 0 } })).read).toBe(0);
    expect((await refresh({ transcriptBudget: budget })).read).toBe(2);
  });

  it('does not count an aborted fetch as a failure', async () => {
    const stop = new AbortController();
    const hangs: RequestListener = () => void setTimeout(() => stop.abort(), 50);
    const { refresh, catalogue } = await world({ hangs }, ['hangs']);
    expect(await refresh({ signal: stop.signal })).toEqual({ due: 1, read: 0, refused: {} });
    const [awaited] = await catalogue.read(() =>
      awaitedAttachments(TRANSCRIPTS, NOW, { everyOne: false, limit: 1 }),
    );
    expect(awaited?.tries).toBe(0);
  });
});

describe('the next try', () => {
  const after = (tries: number, failure: { code: string; retryAfterMs?: number }, age = 0) =>
    nextAttempt(failure, { tries, wantedAtMs: NOW - age }, NOW);

  it.each([
    [1, 15 * MINUTE_MS],
    [2, 30 * MINUTE_MS],
    [7, 16 * HOUR_MS],
    [8, DAY_MS],
    [5000, DAY_MS],
  ])('retries after %i failures in %i ms', (tries, pause) => {
    expect(after(tries, { code: 'http-status' })).toBe(NOW + pause);
  });

  it('respects Retry-After, and ends if the file is gone or after a week', () => {
    expect(after(1, { code: 'asked-to-wait', retryAfterMs: DAY_MS })).toBe(NOW + DAY_MS);
    expect(after(1, { code: 'gone' })).toBeNull();
    expect(after(9, { code: 'http-status' }, 6 * DAY_MS + 1)).toBeNull();
  });
});
