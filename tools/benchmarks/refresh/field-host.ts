import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { episodesAt, isAway, keptOf, listedAt, modelFeed } from './field-model.ts';

/** Serves all hosts of the model from one process, and counts what their publishers would see. */
const [count = 0, startMs = 0] = process.argv.slice(2).map(Number);
const LATENCY_MS = 20;
/** Maximum concurrent requests to one host that a publisher accepts. */
const SHARE = 4;

let nowMs = startMs;
const seen = { asked: 0, twice: 0, overShare: 0, new: 0, delaysMs: [] as number[] };
/** By feed, the number of episodes of the simulated time that it has served; -1 before it serves any body. */
const served = new Int32Array(count).fill(-1);
const asking = new Map<string, number>();

function body(number: number, listed: readonly number[]): string {
  const items = listed.map((publishedAtMs, at) => {
    const date = new Date(publishedAtMs).toUTCString();
    return `<item><title>Episode ${at} of show ${number}</title><guid>${number}-${at}</guid>
      <description>Notes of episode ${at} of show ${number}.</description>
      <enclosure url="https://audio.example/${number}/${at}.mp3" length="1" type="audio/mpeg"/>
      <pubDate>${date}</pubDate></item>`;
  });
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Show ${number}</title>
    <link>https://show.example/${number}</link>${items.join('')}</channel></rss>`;
}

function change(key: string, by: number): number {
  const many = (asking.get(key) ?? 0) + by;
  asking.set(key, many);
  return many;
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
  if (pathname === '/report') {
    response.end(JSON.stringify(seen));
    return;
  }
  if (pathname === '/set') {
    nowMs = Number(searchParams.get('now'));
    response.end();
    return;
  }
  const number = Number(pathname.slice(1));
  const feed = modelFeed(number, count, startMs);
  const keys = [feed.url, feed.host];
  const [same = 0, ofHost = 0] = keys.map((key) => change(key, 1));
  seen.asked += 1;
  if (same > 1) seen.twice += 1;
  if (ofHost > SHARE) seen.overShare += 1;
  response.on('close', () => keys.forEach((key) => change(key, -1)));
  const at = nowMs;
  const episodes = episodesAt(feed, at);
  setTimeout(() => {
    if (isAway(feed, at)) {
      response.writeHead(503).end();
      return;
    }
    const etag = `"${episodes}"`;
    if (feed.hasValidators && request.headers['if-none-match'] === etag) {
      response.writeHead(304).end();
      return;
    }
    const listed = listedAt(feed, at);
    const known = served[number] ?? -1;
    for (const published of listed.slice(listed.length - episodes + Math.max(0, known)))
      seen.delaysMs.push(at - published);
    seen.new += known < 0 ? keptOf(listed, at) : episodes - known;
    served[number] = episodes;
    response.writeHead(200, feed.hasValidators ? { etag } : {}).end(body(number, listed));
  }, LATENCY_MS);
});

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
