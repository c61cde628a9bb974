import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../contract/index.ts';
import { serveOnLoopback } from '../../testing/test-server.ts';
import { NO_VALIDATORS } from '../feed-model.ts';
import { NOW } from '../fixtures/rss.ts';
import { checkFeedXml } from '../read/check-feed-xml.ts';
import { readFeed } from '../read/read-feed.ts';
import { collectBody } from './collect-body.ts';
import { unpackBody } from './feed-unpacking.ts';
import { fetchFeed, type FetchOptions, MAX_FEED_BYTES } from './fetch-feed.ts';

const COUNT = 4200;
const NOTES = 'The guests speak of copper, tin, amber and the sea, and how trade began. '.repeat(
  28,
);

interface Style {
  isOldestFirst?: boolean;
  format?: 'rss' | 'atom' | 'prefixed';
  count?: number;
  notes?: string;
  between?: string;
  end?: string;
}

/** A daily show of many years. */
function feedOf({
  isOldestFirst = false,
  format = 'rss',
  count = COUNT,
  notes = NOTES,
  between = '',
  end = '',
}: Style) {
  const p = format === 'prefixed' ? 'a:' : '';
  const items = Array.from({ length: count }, (_, at) => {
    const number = isOldestFirst ? at + 1 : count - at;
    const date = new Date(NOW - (count - number) * DAY_MS);
    return format === 'rss'
      ? `<item><title>Day ${number}</title><guid>d${number}</guid><pubDate>${date.toUTCString()}</pubDate><enclosure url="https://media.example/d${number}.mp3" length="1" type="audio/mpeg"/><description>${notes}${number}</description></item>`
      : `<${p}entry><${p}title>Day ${number}</${p}title><${p}id>d${number}</${p}id><${p}updated>${date.toISOString()}</${p}updated><${p}link href="https://show.example/${number}"/><${p}content>${notes}${number}</${p}content></${p}entry>`;
  }).join(between);
  if (format === 'rss')
    return `<?xml version="1.0"?><rss version="2.0"><channel><title>Every Day</title><link>https://show.example/</link>${items}${end}</channel></rss>`;
  const xmlns = format === 'atom' ? 'xmlns' : 'xmlns:a';
  return `<${p}feed ${xmlns}="http://www.w3.org/2005/Atom"><${p}title>Every Day</${p}title>${items}</${p}feed>`;
}

type Respond = (response: ServerResponse) => void;

async function readLarge(
  body: string | Buffer | Respond,
  encoding = '',
  options: Partial<FetchOptions> = {},
) {
  const url = await serveOnLoopback((_, response) => {
    const headers = { etag: '"v1"', ...(encoding !== '' && { 'content-encoding': encoding }) };
    response.writeHead(200, headers);
    if (typeof body === 'function') body(response);
    else response.end(body);
  });
  const fetched = await fetchFeed(url, NO_VALIDATORS, {
    allowPrivate: () => true,
    timeoutMs: 60_000,
    ...options,
  });
  if (fetched.kind !== 'fetched') return { fetched, xml: '', titles: [] };
  expect(fetched.bytes.length).toBeLessThanOrEqual(MAX_FEED_BYTES);
  const xml = Buffer.from(fetched.bytes).toString();
  const structure = checkFeedXml(xml.slice(xml.indexOf('<')));
  expect(structure).toHaveProperty('itemsFound');
  expect(xml).toContain('<title>Every Day</title>');
  return { fetched, xml, titles: (xml.match(/Day \d+(?=<)/g) ?? []).map(String) };
}

const NEWEST_FIRST = feedOf({});
const SMALL = { count: 400, notes: NOTES.slice(0, 500) };
const small = (style: Style) => feedOf({ ...SMALL, ...style });

test.each<[string, string | Buffer, string]>([
  ['newest first', small({}), ''],
  ['oldest first', small({ isOldestFirst: true }), ''],
  ['as Atom', small({ format: 'atom' }), ''],
  ['as prefixed Atom, oldest first', small({ format: 'prefixed', isOldestFirst: true }), ''],
  ['with comments between', small({ isOldestFirst: true, between: '\n  <!-- </item> -->\n' }), ''],
  [
    'with quoted markup',
    small({ isOldestFirst: true, notes: `<![CDATA[</item> ${SMALL.notes}]]>` }),
    '',
  ],
  [
    'behind a warning',
    `PHP Notice: x in /srv/a.php on line 1\n${small({})}<script>a()</script>`,
    '',
  ],
  ['behind a byte order mark', `\ufeff${small({})}`, ''],
  ['in gzip', gzipSync(small({})), 'gzip'],
  ['in gzip, oldest first', gzipSync(small({ isOldestFirst: true })), 'gzip'],
  ['in br', brotliCompressSync(small({})), 'br'],
  ['in gzip twice', gzipSync(gzipSync(small({}))), ''],
])('reads the newest episodes of a feed over the limit, %s', async (_, body, encoding) => {
  const limits = { maxBytes: 100_000, maxTotalBytes: 800_000 };
  const bytes = Buffer.from(body);
  const chunks = Array.from({ length: 50 }, (__, at) =>
    bytes.subarray((at * bytes.length) / 50, ((at + 1) * bytes.length) / 50),
  );
  const collected = await collectBody(Readable.from(chunks), limits);
  const unpacked = collected && (await unpackBody(collected, encoding, limits));
  if (!unpacked || 'kind' in unpacked) throw new Error('refused');
  expect(unpacked.isCut).toBe(true);
  expect(unpacked.bytes.length).toBeLessThanOrEqual(limits.maxBytes);
  const reading = readFeed(unpacked.bytes, null, NOW);
  const titles = reading.kind === 'read' ? reading.items.map(({ title }) => title) : [];
  for (const age of [0, 1, 20]) expect(titles).toContain(`Day ${SMALL.count - age}`);
});

test.each<[string, string, number]>([
  ['newest first', NEWEST_FIRST, COUNT],
  ['oldest first', feedOf({ isOldestFirst: true }), COUNT],
  [
    'of many small items, oldest first',
    feedOf({ count: 60_000, notes: '', isOldestFirst: true }),
    60_000,
  ],
  ['of many elements', feedOf({ notes: '<b></b>'.repeat(300) }), COUNT],
])('reads the newest episodes of a feed of more than 8 MB, %s', async (_, body, count) => {
  const { fetched, titles } = await readLarge(body);
  expect(fetched).toMatchObject({ isCut: true, validators: { etag: '"v1"' } });
  for (const age of [0, 1, 50]) expect(titles).toContain(`Day ${count - age}`);
});

test('reads what stands behind the last item of a large feed', async () => {
  const end = '<itunes:block>yes</itunes:block>';
  const { xml } = await readLarge(feedOf({ end }));
  expect(xml.endsWith(`${end}</channel></rss>`)).toBe(true);
});

test('does not mark a feed of the largest size as cut', async () => {
  const rest = MAX_FEED_BYTES - Buffer.byteLength(feedOf({ count: 3000 }));
  const { fetched } = await readLarge(feedOf({ count: 3000, end: ' '.repeat(rest) }));
  expect(fetched).not.toHaveProperty('isCut');
});

test('reads only the beginning if that is wanted', async () => {
  let sent = 0;
  const { fetched, titles } = await readLarge(
    (response) => void sendSlowly(response, feedOf({ count: 20_000 }), (bytes) => (sent = bytes)),
    '',
    { onlyBeginning: true },
  );
  expect(fetched).toMatchObject({ isCut: true });
  expect(titles[0]).toBe('Day 20000');
  expect(sent).toBeLessThan(20_000_000);
});

test('cuts a large feed to its beginning if the time is almost over', async () => {
  const { fetched, titles } = await readLarge(
    (response) => {
      response.write(NEWEST_FIRST.slice(0, 9_000_000));
      const timer = setInterval(() => response.write('<item>'), 50);
      response.on('close', () => clearInterval(timer));
    },
    '',
    { timeoutMs: 5000 },
  );
  expect(fetched).toMatchObject({ isCut: true });
  expect(titles).toContain(`Day ${COUNT}`);
});

async function sendSlowly(response: ServerResponse, text: string, count: (bytes: number) => void) {
  const closed = once(response, 'close');
  let sent = 0;
  for (let at = 0; at < text.length && !response.destroyed; at += 500_000) {
    const isFull = !response.write(text.slice(at, at + 500_000));
    count((sent += 500_000));
    if (isFull) await Promise.race([once(response, 'drain'), closed]);
  }
  response.end();
}

test.each<[string, string | Buffer | Respond, string]>([
  ['a page of that size', `<!doctype html><html><body>${NEWEST_FIRST}</body></html>`, ''],
  ['a list of that size', `<opml><body>${'<outline text="a"/>'.repeat(500_000)}</body></opml>`, ''],
  ['a feed whose first item is larger', feedOf({ count: 1, notes: 'a'.repeat(9_000_000) }), ''],
  ['spaces behind a feed', gzipSync(feedOf({ count: 3 }) + ' '.repeat(30_000_000)), 'gzip'],
  ['a packed feed of 80 MB', gzipSync(feedOf({ count: 35_000 })), 'gzip'],
])('refuses %s', async (_, body, encoding) => {
  expect((await readLarge(body, encoding)).fetched).toMatchObject({ code: 'too-large' });
});

test('ends an endless feed at 64 MB within today’s memory', async () => {
  let sent = 0;
  const before = process.memoryUsage.rss();
  let most = before;
  const { fetched } = await readLarge((response) => {
    response.on('error', () => undefined);
    const part = Buffer.from(feedOf({ count: 200 }).replace(/<\/channel><\/rss>$/, ''));
    const more = part.subarray(part.indexOf('<item>'));
    response.write(part);
    const send = () => {
      most = Math.max(most, process.memoryUsage.rss());
      while (!response.destroyed && (sent += more.length) && response.write(more));
    };
    response.on('drain', send);
    send();
  });
  expect(fetched).toMatchObject({ code: 'too-large' });
  expect(sent).toBeLessThan(90_000_000);
  expect((most - before) / 1e6).toBeLessThan(150);
});
