import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { failureSentence } from '../failure-sentence.ts';
import { NO_VALIDATORS } from '../feed-model.ts';
import { item, rss } from '../fixtures/rss.ts';
import { fetchAudio } from './fetch-audio.ts';
import { fetchFeed } from './fetch-feed.ts';

const FEED = rss(item(1));
const TYPE = 'Content-Type: application/rss+xml';

/** Sends these bytes to everybody who connects. Counts the connections that are still open. */
async function host(answer: string | Buffer | ((request: string) => string | Buffer)) {
  const open = new Set<unknown>();
  const asked: string[] = [];
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.once('data', (request) => {
      asked.push(request.toString('latin1'));
      const bytes = typeof answer === 'function' ? answer(asked.at(-1) ?? '') : answer;
      socket.end(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, open, asked };
}

const fetched = (origin: string) =>
  fetchFeed(`${origin}/feed?a=1`, NO_VALIDATORS, { allowPrivate: () => true, timeoutMs: 5000 });

const head = (...lines: string[]) => `${['HTTP/1.1 200 OK', ...lines].join('\r\n')}\r\n\r\n`;
const chunked = `${FEED.length.toString(16)}\r\n${FEED}\r\n0\r\n\r\n`;
const length = `Content-Length: ${FEED.length}`;

test.each<[string, string]>([
  [
    'a blank before a colon and a control character',
    head(`Content-Type : application/rss+xml`, 'X-Note: a\x01b', 'Connection: close') + FEED,
  ],
  ['a zero in a header', head(TYPE, 'X-Note: a\0b') + FEED],
  ['a carriage return in a header', head(TYPE, 'X-Note: a\rb') + FEED],
  ['a line without a colon', head('nonsense', TYPE) + FEED],
  ['a header without a name', head(': nonsense', TYPE) + FEED],
  ['a blank in a name', head('X Note: a', TYPE) + FEED],
  ['other letters in a name', head('X-N\xf6te: a', TYPE) + FEED],
  ['a blank before the first header', head(' X-Note: a', TYPE) + FEED],
  ['the status line twice', head('HTTP/1.1 200 OK', TYPE) + FEED],
  ['no status text', `HTTP/1.1 200\r\n${TYPE}\r\n\r\n${FEED}`],
  ['a status text with a control character', `HTTP/1.1 200 O\x01K\r\n${TYPE}\r\n\r\n${FEED}`],
  ['lower case', `http/1.1 200 ok\r\n${TYPE}\r\n\r\n${FEED}`],
  ['the version of another protocol', `HTTP/2 200\r\n${TYPE}\r\n\r\n${FEED}`],
  ['the status line of a radio', `ICY 200 OK\r\n${TYPE}\r\n\r\n${FEED}`],
  ['lines that end without a carriage return', `HTTP/1.1 200 OK\n${TYPE}\n\n${FEED}`],
  ['a blank line before it', `\r\nHTTP/1.1 200 OK\n${TYPE}\r\n\r\n${FEED}`],
  ['one length twice', head(TYPE, length, length) + FEED],
  ['one length twice in one header', head(TYPE, `${length}, ${FEED.length}`) + FEED],
  ['two lengths', head(TYPE, length, 'Content-Length: 3') + FEED],
  ['a length that is no number', head(TYPE, 'Content-Length: all') + FEED],
  ['an empty length', head(TYPE, 'Content-Length:') + FEED],
  ['chunks and a length', head(TYPE, 'Transfer-Encoding: chunked', 'Content-Length: 3') + chunked],
  ['a length and chunks', head(TYPE, length, 'Transfer-Encoding: chunked') + chunked],
  [
    'chunks named twice',
    head(TYPE, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked') + chunked,
  ],
  ['an unknown transfer coding', head(TYPE, 'Transfer-Encoding: none', 'X: a\x01') + FEED],
  [
    'chunks with blanks behind their size',
    head(TYPE, 'Transfer-Encoding: chunked') + chunked.replace('\r\n', '  \r\n'),
  ],
  ['more than its length', head('X: \x01', TYPE, length) + `${FEED}HTTP/1.1 500 No\r\n\r\n`],
  [
    'many headers',
    head(...Array.from({ length: 300 }, (_, at) => `X-${at}: ${'a'.repeat(600)}`), TYPE) + FEED,
  ],
  ['a large header and a broken one', head(`X: ${'a'.repeat(100_000)}\x01`, TYPE) + FEED],
  ['an odd hint before it', `HTTP/1.1 103 Early\r\nLink : a\r\n\r\n${head(TYPE)}${FEED}`],
])('reads a feed whose answer has %s', async (_, answer) => {
  const { origin, open } = await host(answer);
  const read = await fetched(origin);
  const text = read.kind === 'fetched' ? Buffer.from(read.bytes).toString('latin1') : read;
  expect(text).toBe(FEED);
  expect(read).toMatchObject({ contentType: 'application/rss+xml' });
  await expect.poll(() => open.size).toBe(0);
});

test('asks the second time as the first, with the validators', async () => {
  const { origin, asked } = await host(head('X: \x01', TYPE) + FEED);
  const validators = { etag: '"1"', lastModified: null };
  await fetchFeed(`${origin}/feed?a=1`, validators, { allowPrivate: () => true });
  const wanted = ['get /feed?a=1 http/1.1', `host: ${new URL(origin).host}`, 'if-none-match: "1"'];
  expect(asked).toHaveLength(2);
  for (const request of asked) {
    for (const line of [...wanted, 'user-agent: earshot/'])
      expect(request.toLowerCase()).toContain(line);
  }
});

test('unpacks, follows and judges an answer that breaks the rules', async () => {
  const packed = Buffer.concat([
    Buffer.from(head('Content-Encoding : gzip', 'ETag: "a"')),
    gzipSync(FEED),
  ]);
  const end = await host(packed);
  expect(await fetched(end.origin)).toMatchObject({
    bytes: Buffer.from(FEED),
    validators: { etag: '"a"' },
  });
  const moved = await host(
    `HTTP/1.1 302 No\r\nLocation : ${end.origin}/\r\nSet-Cookie : a=1\r\n\r\n`,
  );
  expect(await fetched(moved.origin)).toMatchObject({
    kind: 'fetched',
    finalUrl: `${end.origin}/`,
  });
  const gone = await host('HTTP/1.1 410 Gone\r\nX : a\r\n\r\n');
  expect(await fetched(gone.origin)).toMatchObject({ code: 'gone' });
});

test('sends cookies with the second try', async () => {
  const { origin } = await host((request) =>
    /cookie: a=1/i.test(request)
      ? head('X : 1') + FEED
      : 'HTTP/1.1 302 Found\r\nX : 1\r\nLocation: /feed\r\nSet-Cookie: a=1\r\n\r\n',
  );
  expect(await fetched(origin)).toMatchObject({ kind: 'fetched' });
});

test('follows no odd redirect to a private address', async () => {
  const { origin } = await host(
    'HTTP/1.1 302 Found\r\nX : 1\r\nLocation: http://localhost:3/\r\n\r\n',
  );
  const answer = await fetchFeed(origin, NO_VALIDATORS, {
    allowPrivate: (url) => url.origin === origin,
  });
  expect(answer).toMatchObject({ code: 'forbidden-address' });
});

test('opens audio whose answer breaks the rules', async () => {
  const { origin } = await host(head('X : 1', 'Content-Length: 5') + 'sound');
  const audio = await fetchAudio(origin, {
    allowPrivate: () => true,
    signal: AbortSignal.timeout(5000),
  });
  const chunks: Uint8Array[] = [];
  if (audio.kind === 'open') for await (const chunk of audio.body) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('sound');
});

test.each([
  ['another protocol', 'SSH-2.0-OpenSSH\r\n', 'HPE_INVALID_CONSTANT'],
  ['no head at all', FEED, 'HPE_INVALID_CONSTANT'],
  [
    'a head without an end',
    `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(1_000_000)}`,
    'HPE_HEADER_OVERFLOW',
  ],
  ['chunks that are none', head('Transfer-Encoding: chunked') + FEED, 'HPE_INVALID_CHUNK_SIZE'],
])('says that an answer of %s breaks the rules of HTTP', async (_, answer, code) => {
  const { origin, open } = await host(answer);
  expect(await fetched(origin)).toEqual({
    kind: 'refused',
    code: 'bad-http',
    message: `The answer breaks the rules of HTTP (${code}).`,
  });
  await expect.poll(() => open.size).toBe(0);
});

test('tells followers that the answer breaks the rules', () => {
  expect(failureSentence('bad-http')).toMatch(/breaks the rules of HTTP/);
});

test('tells followers that the answer ends too early', () => {
  expect(failureSentence('cut-short')).toMatch(/ends too early/);
});

test('refuses a body that ends early after an odd head', async () => {
  const { origin } = await host(head('X : 1', 'Content-Length: 99999') + FEED);
  expect(await fetched(origin)).toMatchObject({ code: 'cut-short' });
});

test('ends an odd answer that never ends', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nX : 1\r\n'));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const answer = await fetchFeed(url, NO_VALIDATORS, { allowPrivate: () => true, timeoutMs: 300 });
  expect(answer).toMatchObject({ code: 'timed-out' });
  await expect
    .poll(() => new Promise((done) => server.getConnections((_, count) => done(count))))
    .toBe(0);
});
