import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS, HOUR_MS } from '../../../functions/src/contract/index.ts';

/** How the host answers; a request of `/set?…` changes any part. */
const manner = { latencyMs: 0, validators: 1, version: 1, changed: 0, failing: 0 };

const STARTED_AT = Date.now();
const WORDS = 'the harbour wakes before dawn and somebody counts the boats that came back'.split(
  ' ',
);

/** A show with `items` weekly episodes; a higher version has newer episodes. */
function feed(number: number, version: number): string {
  const items = 60 + (number % 150);
  const notes = (age: number) =>
    Array.from({ length: 120 }, (_, at) => WORDS[(number * 7 + age * 13 + at * at) % WORDS.length]);
  const episodes = Array.from({ length: items + version }, (_, at) => {
    const age = items + version - at;
    const publishedAt = Math.min(0, at - items) * 7 * DAY_MS + Math.max(0, at - items) * 60_000;
    const date = new Date(STARTED_AT - HOUR_MS + publishedAt);
    return `<item><title>Episode ${at} of show ${number}</title><guid>${number}-${at}</guid>
      <description>${notes(age).join(' ')}. Thanks to our sponsor Acme, acme.example/show${number}.</description>
      <enclosure url="https://audio.example/${number}/${at}.mp3" length="1" type="audio/mpeg"/>
      <pubDate>${date.toUTCString()}</pubDate></item>`;
  });
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Show ${number}</title>
    <link>https://show.example/${number}</link>${episodes.reverse().join('')}</channel></rss>`;
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
  if (pathname === '/set') {
    for (const [name, value] of searchParams) Object.assign(manner, { [name]: Number(value) });
    response.end();
    return;
  }
  const number = Number(pathname.slice(1));
  const isChanged = manner.changed > 0 && number % manner.changed === 0;
  const version = isChanged ? manner.version : 1;
  const etag = `"${number}-${version}"`;
  setTimeout(() => {
    if (manner.failing > 0 && number % manner.failing === 1) response.writeHead(503).end();
    else if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, manner.validators ? { etag } : {}).end(feed(number, version));
  }, manner.latencyMs);
});

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
