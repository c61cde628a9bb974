import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openSqliteFile } from '../../functions/src/catalogue/engines/sqlite/open-sqlite-file.ts';
import { catalogueFile } from '../support/stack.ts';
import { feedOf, followToo, refresh, serveFeeds } from './catalogue-feeds.ts';
import { recordFault, seconds } from './record-fault.ts';
import { countOf } from './searching.ts';

const HUNDRED_MB = 100_000_000;
const MEGABYTE = Buffer.alloc(1_000_000, 'a');

/** Sends 100 MB, or until the client disconnects. Reports the bytes sent so far. */
async function sendMuch(response: ServerResponse, onSent: (bytes: number) => void): Promise<void> {
  for (let sent = 0; sent < HUNDRED_MB && !response.destroyed; sent += MEGABYTE.length) {
    onSent(sent);
    if (!response.write(MEGABYTE)) {
      await new Promise<void>((resolve) => {
        response.once('drain', resolve);
        response.once('close', resolve);
      });
    }
  }
  response.end();
}

function failures(port: number): Record<string, string> {
  const catalogue = openSqliteFile(`file:${catalogueFile()}`);
  const rows = catalogue
    .connection()
    .prepare('SELECT url, last_failure FROM feeds WHERE url LIKE ? AND last_failure IS NOT NULL')
    .raw()
    .all(`%:${port}/%`) as [string, string][];
  catalogue.close();
  return Object.fromEntries(rows.map(([url, code]) => [new URL(url).pathname.slice(1), code]));
}

test('protects other feeds from hosts that hang, trickle, loop or send 100 MB', async () => {
  let taken = 0;
  const port = await serveFeeds((request, response) => {
    switch (request.url ?? '') {
      case '/hangs':
        return;
      case '/trickles': {
        const drops = setInterval(() => response.write('<'), 500);
        response.once('close', () => clearInterval(drops));
        return;
      }
      case '/circle':
        response.writeHead(302, { location: '/round' }).end();
        return;
      case '/round':
        response.writeHead(302, { location: '/circle' }).end();
        return;
      case '/huge':
        void sendMuch(response, (bytes) => (taken = bytes));
        return;
      case '/bomb':
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.end(gzipSync(Buffer.alloc(HUNDRED_MB)));
        return;
      default:
        response.end(feedOf('good', 'goodhost', 5));
    }
  });
  // Each feed has its own host, because only two feeds of one host are fetched concurrently.
  const paths = ['hangs', 'trickles', 'circle', 'huge', 'bomb', 'good'];
  followToo(paths.map((name, index) => `http://127.0.0.${index + 1}:${port}/${name}`));

  const startedAt = performance.now();
  let wholeMs = 0;
  const whole = refresh().then((status) => {
    wholeMs = performance.now() - startedAt;
    return status;
  });
  while ((await countOf('goodhost')) === 0 && wholeMs === 0) await pause(200);
  const goodMs = performance.now() - startedAt;
  expect(await whole).toBe(200);

  expect(await countOf('goodhost')).toBe(5);
  expect(failures(port)).toEqual({
    hangs: 'timed-out',
    trickles: 'timed-out',
    circle: 'too-many-redirects',
    huge: 'too-large',
    bomb: 'too-large',
  });
  // The reader stops at 8 MB; the buffers of two sockets hold the rest.
  expect(taken).toBeLessThan(HUNDRED_MB / 2);
  expect(wholeMs).toBeLessThan(30_000);
  recordFault({
    fault: 'five feed hosts hang, trickle, lead in circles, send 100 MB, send 100 MB packed',
    seen: `nothing: the good feed beside them was found after ${seconds(goodMs)}`,
    lost: `nothing; ${Math.round(taken / 1e6)} of the 100 MB left their host`,
    recovery: `the refresh ended after ${seconds(wholeMs)}; each is asked again after 30 min`,
  });
});
