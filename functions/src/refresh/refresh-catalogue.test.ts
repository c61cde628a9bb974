import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { AppError } from '../platform/app-error.ts';
import { fetchFeed } from '../feeds/fetch/fetch-feed.ts';
import { readFeed } from '../feeds/read/read-feed.ts';
import { refreshCatalogue, type RefreshOptions } from './refresh-catalogue.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { NOW, temporaryCatalogue } from '../catalogue/testing/test-catalogue.ts';
import { ENGINES, type TestEngine } from '../catalogue/testing/test-engines.ts';
import { serveOnLoopback } from '../testing/test-server.ts';
import { failingAt } from '../catalogue/testing/failing-at.ts';

function rss(title: string, itemTitles: string[]): string {
  const items = itemTitles.map(
    (
      name,
    ) => `<item><title>${name}</title><guid>${name}</guid><link>https://show.example/${name}</link>
      <pubDate>${new Date(NOW - HOUR_MS).toUTCString()}</pubDate></item>`,
  );
  return `<rss version="2.0"><channel><title>${title}</title>${items.join('')}</channel></rss>`;
}

/** Serves responses by path and counts the requests. */
async function feedServer(answers: Record<string, RequestListener>) {
  const asked: Record<string, number> = {};
  const base = await serveOnLoopback((request, response) => {
    const key = (request.url ?? '').slice(1);
    asked[key] = (asked[key] ?? 0) + 1;
    const answer = answers[key];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  return { base, asked, feed: (name: string) => ({ url: `${base}/${name}` }) };
}

async function optionsIn(
  open: TestEngine['open'],
  values: Pick<RefreshOptions, 'feeds'> & Partial<RefreshOptions>,
): Promise<RefreshOptions> {
  return {
    catalogue: values.catalogue ?? (await open()).catalogue,
    now: NOW,
    readFile,
    readFeed,
    fetchFeed: (url, validators, signal) =>
      fetchFeed(url, validators, {
        allowPrivate: () => true,
        timeoutMs: 2000,
        ...(signal ? { signal } : {}),
      }),
    ...values,
  };
}

describe.each(ENGINES)('a refresh of $engine', ({ open }) => {
  const options = (values: Parameters<typeof optionsIn>[1]) => optionsIn(open, values);

  it('stores new episodes and reports each feed in order', async () => {
    const server = await feedServer({
      slow: (_, response) => setTimeout(() => response.end(rss('Slow', ['one', 'two'])), 50),
      fast: (_, response) => response.end(rss('Fast', ['three'])),
    });
    const progress: number[] = [];
    const refresh = await options({
      feeds: [server.feed('slow'), server.feed('fast')],
      onProgress: (_, done) => progress.push(done),
    });
    const summary = await refreshCatalogue(refresh);
    expect(summary).toMatchObject({
      new: 3,
      failed: 0,
      reports: [
        { feed: `${server.base}/slow`, status: 'refreshed', new: 2 },
        { feed: `${server.base}/fast`, status: 'refreshed', new: 1 },
      ],
    });
    expect(progress).toEqual([1, 2]);
    expect(await refresh.catalogue.contents()).toEqual({
      episodes: 3,
      podcasts: 2,
      spoken: 0,
      refreshedAtMs: NOW,
      nextFetchAtMs: NOW + 15 * MINUTE_MS,
    });
  });

  it('fetches again after 15 minutes, with validators', async () => {
    const seen: (string | undefined)[] = [];
    const server = await feedServer({
      feed: (request, response) => {
        seen.push(request.headers['if-none-match']);
        if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
        else response.writeHead(200, { etag: '"1"' }).end(rss('Show', ['one']));
      },
    });
    const refresh = await options({ feeds: [server.feed('feed')] });
    const statusAt = async (now: number, how: { force?: boolean; everyFeed?: boolean } = {}) =>
      (await refreshCatalogue({ ...refresh, now, ...how })).reports[0]?.status;
    expect(await statusAt(NOW)).toBe('refreshed');
    expect(await statusAt(NOW + 5 * MINUTE_MS)).toBeUndefined();
    expect(await statusAt(NOW + 5 * MINUTE_MS, { everyFeed: true })).toBe('unchanged');
    expect(await statusAt(NOW + 20 * MINUTE_MS)).toBe('unchanged');
    expect(await statusAt(NOW + 21 * MINUTE_MS, { force: true })).toBe('refreshed');
    expect(seen).toEqual([undefined, '"1"', '"1"', undefined]);
  });

  it('continues after feeds that fail in any way', async () => {
    const server = await feedServer({
      gone: (_, response) => response.writeHead(410).end(),
      broken: (_, response) => response.end('<rss><channel><title>x'),
      hangsUp: (_, response) => void response.socket?.destroy(),
      throws: (_, response) => response.end(rss('throws', ['x'])),
      good: (_, response) => response.end(rss('Good', ['one'])),
    });
    const feeds = ['gone', 'broken', 'hangsUp', 'throws', 'good'].map(server.feed);
    const refresh = await options({
      feeds: [...feeds, { path: path.join(temporaryFolder(), 'missing.xml') }],
      readFeed: (bytes, ...rest) => {
        const reading = readFeed(bytes, ...rest);
        if (reading.kind === 'read' && reading.show.title === 'throws')
          throw new TypeError('a fault');
        return reading;
      },
    });
    const { reports, failed } = await refreshCatalogue(refresh);
    expect(reports.map(({ status, code }) => code ?? status)).toEqual([
      'gone',
      expect.any(String),
      'unreachable',
      'unexpected',
      'refreshed',
      'unreadable-file',
    ]);
    expect(failed).toBe(5);
    expect(reports[3]?.error).toBeInstanceOf(TypeError);
    expect(
      reports.every(({ status, message }) => (status === 'failed') === (message !== null)),
    ).toBe(true);
    expect(
      (await refresh.catalogue.query({ keywords: ['one'], limit: 1, totalLimit: 1 })).total,
    ).toBe(1);
  });

  it('retries failing feeds with growing pauses and respects Retry-After', async () => {
    let works = false;
    const server = await feedServer({
      fails: (_, response) => {
        if (works) response.end(rss('Show', ['one']));
        else response.writeHead(500).end();
      },
      busy: (_, response) => response.writeHead(429, { 'retry-after': '7200' }).end(),
      gone: (_, response) => response.writeHead(410).end(),
    });
    const refresh = await options({ feeds: ['fails', 'busy', 'gone'].map(server.feed) });
    for (let quarter = 0; quarter < 96; quarter += 1) {
      await refreshCatalogue({ ...refresh, now: NOW + quarter * 15 * MINUTE_MS });
    }
    // `fails` is paused for 15 minutes up to 8 hours, `busy` for two hours up to 4. `gone` has no retry.
    expect(server.asked).toEqual({ fails: 13, busy: 11, gone: 1 });

    works = true;
    const after = NOW + 2 * DAY_MS;
    await refreshCatalogue({ ...refresh, now: after });
    await refreshCatalogue({ ...refresh, now: after + 15 * MINUTE_MS });
    expect(server.asked['fails']).toBe(15);
  });

  it('starts no feed after it is stopped, and records no failure', async () => {
    const stop = new AbortController();
    const server = await feedServer({ first: () => stop.abort(), second: () => undefined });
    const feeds = ['first', 'second', 'third', 'fourth', 'fifth'].map(server.feed);
    const refresh = await options({ feeds, signal: stop.signal });
    const { reports } = await refreshCatalogue(refresh);
    expect(reports.map((report) => report.status)).toEqual(Array(4).fill('not-reached'));
    expect(server.asked['fifth']).toBeUndefined();
    const next = await refreshCatalogue({
      ...refresh,
      signal: undefined,
      fetchFeed: () => Promise.resolve({ kind: 'unchanged' }),
    });
    expect(next.reports.map((report) => report.status)).toEqual(feeds.map(() => 'unchanged'));
  });

  it('a refresh is worth storing if something changed, and once an hour', async () => {
    const server = await feedServer({ feed: (_, response) => response.end(rss('Show', ['one'])) });
    const refresh = await options({ feeds: [server.feed('feed')] });
    const worth: boolean[] = [];
    for (const minutes of [0, 15, 30, 59, 75]) {
      const now = NOW + minutes * MINUTE_MS;
      worth.push((await refreshCatalogue({ ...refresh, now })).isWorthStoring);
    }
    // The catalogue stays in memory, so it records every refresh, even if the refresh is not stored.
    expect(worth).toEqual([true, false, false, false, false]);
    const later = await refreshCatalogue({ ...refresh, now: NOW + 135 * MINUTE_MS });
    expect(later.isWorthStoring).toBe(true);
  });

  it('reads a local file in every refresh', async () => {
    const file = path.join(temporaryFolder(), 'feed.xml');
    const refresh = await options({ feeds: [{ path: file }] });
    writeFileSync(file, rss('Show', ['one']));
    expect((await refreshCatalogue(refresh)).new).toBe(1);
    writeFileSync(file, rss('Show', ['one', 'two']));
    expect((await refreshCatalogue({ ...refresh, now: NOW + 15 * MINUTE_MS })).new).toBe(1);
  });

  it('removes episodes that became too old', async () => {
    const server = await feedServer({ feed: (_, response) => response.end(rss('Show', ['one'])) });
    const refresh = await options({ feeds: [server.feed('feed')] });
    await refreshCatalogue(refresh);
    expect(
      (await refreshCatalogue({ ...refresh, feeds: [], now: NOW + 35 * DAY_MS })).removed,
    ).toBe(1);
  });
});

it('fetches at most four feeds per host and 32 in all concurrently', async () => {
  let now = 0;
  let most = 0;
  const server = await serveOnLoopback((_, response) => {
    most = Math.max(most, (now += 1));
    void pause(150).then(() => {
      now -= 1;
      response.end(rss('Show', ['one']));
    });
  });
  const onHost = (host: string) =>
    Array.from({ length: 6 }, (_, index) => ({
      url: server.replace('127.0.0.1', host) + `/${index}`,
    }));
  await refreshCatalogue(await optionsIn(ENGINES[0]!.open, { feeds: onHost('127.0.0.1') }));
  expect(most).toBe(4);
  most = 0;
  const hosts = Array.from({ length: 10 }, (_, index) => `127.0.0.${index + 1}`);
  const feeds = hosts.flatMap(onHost);
  const { reports } = await refreshCatalogue(
    await optionsIn(ENGINES[0]!.open, {
      feeds,
      fetchFeed: (url, validators) =>
        fetchFeed(url.replace(/127\.0\.0\.\d+/, '127.0.0.1'), validators, {
          allowPrivate: () => true,
        }),
    }),
  );
  expect(reports.map((report) => report.status)).toEqual(feeds.map(() => 'refreshed'));
  expect(most).toBe(32);
});

it('does not count an unavailable catalogue server as a failure of the feed', async () => {
  const server = await feedServer({ feed: (_, response) => response.end(rss('Show', ['one'])) });
  const catalogue = temporaryCatalogue();
  const away = new AppError('upstream-unavailable', 'the server is restarting');
  const refresh = await optionsIn(ENGINES[0]!.open, {
    catalogue: failingAt(catalogue, /^INSERT INTO beginning/, away),
    feeds: [server.feed('feed')],
  });
  expect((await refreshCatalogue(refresh)).reports[0]?.status).toBe('not-reached');
  const next = await refreshCatalogue({ ...refresh, catalogue });
  expect(next.reports[0]).toMatchObject({ status: 'refreshed', new: 1 });
});

it('rejects if the catalogue itself is damaged', async () => {
  const file = path.join(temporaryFolder(), 'catalogue.db');
  writeFileSync(file, 'not a database '.repeat(1000));
  const server = await feedServer({ feed: (_, response) => response.end(rss('Show', ['one'])) });
  const refresh = await optionsIn(ENGINES[0]!.open, {
    catalogue: temporaryCatalogue(file),
    feeds: [server.feed('feed')],
  });
  await expect(refreshCatalogue(refresh)).rejects.toMatchObject({ code: 'internal' });
});
