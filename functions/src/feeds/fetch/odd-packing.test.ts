import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { serveOnLoopback } from '../../testing/test-server.ts';
import { NO_VALIDATORS } from '../feed-model.ts';
import { item, rss } from '../fixtures/rss.ts';
import { fetchFeed } from './fetch-feed.ts';

const FEED = rss(item(1) + item(2));
const GZIP = gzipSync(FEED);
/** Sets the flags for an extra field, a name, a comment and a checksum of the header. */
const LONG_HEADER = Buffer.concat([
  Buffer.from([0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 2, 0, 1, 2]),
  Buffer.from('feed.xml\0of today\0'),
  Buffer.from([0, 0]),
  GZIP.subarray(10),
]);

async function fetchPacked(body: Buffer | string, encoding: string | string[]) {
  const url = await serveOnLoopback((_, response) => {
    if (encoding !== '') response.setHeader('content-encoding', encoding);
    response.end(body);
  });
  return fetchFeed(url, NO_VALIDATORS, { allowPrivate: () => true });
}

test.each<[string, Buffer | string, string | string[]]>([
  ['is plain but said to be gzip', FEED, 'gzip'],
  ['is plain but said to be br', FEED, 'br'],
  ['is plain but said to be deflate', FEED, 'deflate'],
  ['is plain but said to be zstd', FEED, 'zstd'],
  [
    'is plain with a control character but said to be gzip',
    FEED.replace('<title>', '<title>\x01'),
    'gzip',
  ],
  ['is gzip and said to be nothing', GZIP, ''],
  ['is gzip and said to be br', GZIP, 'br'],
  ['is gzip and said to be deflate', GZIP, 'deflate'],
  ['is gzip and said to be utf-8', GZIP, 'utf-8'],
  ['is gzip with a long header', LONG_HEADER, 'gzip'],
  [
    'is gzip in two members',
    Buffer.concat([gzipSync(FEED.slice(0, 90)), gzipSync(FEED.slice(90))]),
    'gzip',
  ],
  ['is gzip twice and said to be so', gzipSync(GZIP), 'gzip, gzip'],
  ['is gzip twice and said to be so in two headers', gzipSync(GZIP), ['gzip', 'gzip']],
  ['is gzip twice and said to be gzip', gzipSync(GZIP), 'gzip'],
  ['is gzip twice and said to be nothing', gzipSync(GZIP), ''],
  ['is gzip once and said to be it twice', GZIP, 'gzip, gzip'],
  ['is gzip without the trailer', GZIP.subarray(0, -8), 'gzip'],
  ['is gzip with half of the trailer', GZIP.subarray(0, -3), 'gzip'],
  [
    'is gzip with a wrong checksum',
    Buffer.concat([GZIP.subarray(0, -8), Buffer.alloc(8, 7)]),
    'gzip',
  ],
  ['is gzip with a blank line behind', Buffer.concat([GZIP, Buffer.from('\r\n')]), 'gzip'],
  ['is gzip with a comment behind', Buffer.concat([GZIP, Buffer.from('<!-- cached -->')]), 'gzip'],
  ['is gzip with a blank line before', Buffer.concat([Buffer.from('\r\n'), GZIP]), 'gzip'],
  [
    'is gzip with a byte order mark before and said to be nothing',
    Buffer.concat([Buffer.from('\ufeff'), GZIP]),
    '',
  ],
  ['is br and said to be nothing', brotliCompressSync(FEED), ''],
  ['is br and said to be gzip', brotliCompressSync(FEED), 'gzip'],
  ['is br and gzip and said to be gzip', gzipSync(brotliCompressSync(FEED)), 'gzip'],
  [
    'is br with a blank line behind',
    Buffer.concat([brotliCompressSync(FEED), Buffer.from('\n')]),
    'br',
  ],
  ['is deflate and said to be nothing', deflateSync(FEED), ''],
  ['is deflate without the trailer', deflateSync(FEED).subarray(0, -4), 'deflate'],
  ['is deflate without a header and said to be nothing', deflateRawSync(FEED), ''],
  ['is deflate without a header and said to be gzip', deflateRawSync(FEED), 'gzip'],
])('reads a feed that %s', async (_, body, encoding) => {
  const answer = await fetchPacked(body, encoding);
  const text = answer.kind === 'fetched' ? Buffer.from(answer.bytes).toString() : answer;
  expect(text).toBe(typeof body === 'string' ? body : FEED);
});

const BEGINNING = FEED.replace('</channel></rss>', '');
const SPACES = Buffer.alloc(100_000_000, ' ');
const BOMB = gzipSync(Buffer.concat([Buffer.from(BEGINNING), SPACES]));

test.each<[string, Buffer, string]>([
  ['gzip', BOMB, 'gzip'],
  ['gzip and said to be nothing', BOMB, ''],
  ['gzip twice', gzipSync(BOMB), 'gzip, gzip'],
  ['gzip twice and said to be gzip', gzipSync(BOMB), 'gzip'],
  ['br', brotliCompressSync(SPACES.subarray(0, 20_000_000)), 'br'],
  ['br and said to be nothing', brotliCompressSync(SPACES.subarray(0, 20_000_000)), ''],
  ['deflate', deflateSync(SPACES.subarray(0, 20_000_000)), 'deflate'],
  [
    '20 MB of spaces behind a feed',
    gzipSync(Buffer.concat([Buffer.from(BEGINNING), SPACES.subarray(0, 20_000_000)])),
    'gzip',
  ],
])('refuses a bomb of %s', async (_, body, encoding) => {
  expect(await fetchPacked(body, encoding)).toMatchObject({ code: 'too-large' });
});

test('refuses a body that is packed more than three times', async () => {
  const often = [1, 2, 3].reduce((packed) => gzipSync(packed), GZIP);
  expect(await fetchPacked(often, 'gzip')).toMatchObject({ code: 'bad-encoding' });
});

test('refuses gzip whose data is cut', async () => {
  expect(await fetchPacked(GZIP.subarray(0, -40), 'gzip')).toMatchObject({ code: 'bad-encoding' });
});

test('leaves unpacked what is no packing', async () => {
  const noise = Buffer.concat([Buffer.from('ID3\x04\0\0'), randomBytes(5000)]);
  expect(await fetchPacked(noise, '')).toMatchObject({ kind: 'fetched', bytes: noise });
});

test('refuses thousands of small gzip members at once', async () => {
  const members = Buffer.concat(Array<Buffer>(100_000).fill(gzipSync('a')));
  const begun = Date.now();
  expect(await fetchPacked(members, 'gzip')).toMatchObject({ code: 'bad-encoding' });
  expect(Date.now() - begun).toBeLessThan(5000);
});
