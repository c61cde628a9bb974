import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FeedFetch, NO_VALIDATORS } from '../feed-model.ts';
import { fetchFeed, type FetchOptions, MAX_TOTAL_BYTES } from './fetch-feed.ts';
import { item, NOW, rss } from '../fixtures/rss.ts';
import { readFeed } from '../read/read-feed.ts';

const FEED = rss(item(1) + item(2));
/** The first bytes of a zstd frame, which no supported packing begins with. */
const ZSTD = Buffer.from('28b52ffd2448410200', 'hex');
const RSS_TYPE = { 'content-type': 'application/rss+xml' };

let server: Server;
let origin: string;
let asked: { path: string; headers: IncomingHttpHeaders }[] = [];

const moves: Record<string, string> = {
  '/loop': '/loop',
  '/a': '/b',
  '/b': '/a',
  '/to-file': 'file:///etc/passwd',
  '/to-metadata': 'http://169.254.169.254/latest/meta-data/',
  '/to-redis': 'http://93.184.215.14:6379/',
  '/to-mail': 'http://127.0.0.1:25/',
  '/to-local': 'http://127.0.0.1:3/',
  '/to-local-name': 'http://localhost:3/',
  '/to-mapped': 'http://[::ffff:127.0.0.1]:3/',
  '/to-decimal': 'http://2130706433:3/',
  '/empty-location': '',
  '/bad-location': 'http://[',
};

const bodies: Record<
  string,
  { headers?: Record<string, string | string[]>; body?: string | Buffer; status?: number }
> = {
  '/good': {
    body: FEED,
    headers: { etag: '"v1"', 'last-modified': 'Mon, 05 Oct 2026 10:00:00 GMT' },
  },
  '/odd-validators': {
    body: FEED,
    headers: { etag: `"${'x'.repeat(600)}"`, 'last-modified': 'M\u00e4rz' },
  },
  '/html': { body: '<!doctype html><title>Maintenance</title>' },
  '/gone': { status: 410 },
  '/missing': { status: 404 },
  '/partial': { status: 206, body: FEED },
  '/retry': { status: 429, headers: { 'retry-after': '120' } },
  '/retry-date': {
    status: 503,
    headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() },
  },
  '/retry-odd': { status: 503, headers: { 'retry-after': 'soon' } },
  '/304': { status: 304 },
  '/no-location': { status: 302 },
  '/gzip': { body: gzipSync(FEED), headers: { 'content-encoding': 'gzip' } },
  '/x-gzip': { body: gzipSync(FEED), headers: { 'content-encoding': 'X-GZIP' } },
  '/br': { body: brotliCompressSync(FEED), headers: { 'content-encoding': 'br' } },
  '/deflate': { body: deflateSync(FEED), headers: { 'content-encoding': 'deflate' } },
  '/deflate-raw': { body: deflateRawSync(FEED), headers: { 'content-encoding': 'deflate' } },
  '/gzip-cut': { body: gzipSync(FEED).subarray(0, 100), headers: { 'content-encoding': 'gzip' } },
  '/zstd': { body: ZSTD, headers: { 'content-encoding': 'zstd' } },
  '/declared-huge': { headers: { 'content-length': String(MAX_TOTAL_BYTES + 1) } },
};

/** A decompression bomb: 300 MB of spaces. */
function bomb(): NodeJS.ReadableStream {
  const spaces = Buffer.alloc(1_000_000, ' ');
  const parts = function* () {
    yield Buffer.from(FEED.slice(0, FEED.indexOf('<item>')));
    for (let n = 0; n < 300; n += 1) yield spaces;
  };
  return Readable.from(parts()).pipe(createGzip({ level: 9 }));
}

/** Sends chunks until the client disconnects. */
function drip(response: ServerResponse, piece: Buffer, everyMs: number): void {
  const timer = setInterval(() => response.write(piece), everyMs);
  response.on('close', () => {
    clearInterval(timer);
  });
}

function answer(path: string, response: ServerResponse): void {
  const location = moves[path];
  const hops = /^\/hops\/(\d+)$/.exec(path);
  if (location !== undefined) response.writeHead(302, { location }).end();
  else if (hops) {
    const left = Number(hops[1]);
    if (left === 0) response.writeHead(200, RSS_TYPE).end(FEED);
    else response.writeHead(302, { location: `/hops/${left - 1}` }).end();
  } else if (path === '/silent') return;
  else if (path === '/bomb') {
    response.writeHead(200, { ...RSS_TYPE, 'content-encoding': 'gzip' });
    bomb().pipe(response);
  } else if (path === '/short') {
    response.writeHead(200, { ...RSS_TYPE, 'content-length': '999999' });
    response.write(FEED, () => response.destroy());
  } else if (path === '/chunked-cut') {
    response.writeHead(200, RSS_TYPE);
    response.write(FEED, () => response.destroy());
  } else if (path === '/slow' || path === '/endless') {
    response.writeHead(200, RSS_TYPE);
    drip(response, Buffer.alloc(path === '/slow' ? 1 : 65_536, ' '), path === '/slow' ? 50 : 1);
  } else if (path === '/no-http') response.socket?.end('SSH-2.0-OpenSSH\r\n');
  else {
    const { status = 200, headers = {}, body = '' } = bodies[path] ?? { status: 404 };
    response.writeHead(status, { ...RSS_TYPE, ...headers }).end(body);
  }
}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers });
    answer(request.url ?? '', response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  asked = [];
});

/** Allows no private address except the test server's. */
function fetchPath(
  path: string,
  options: Partial<FetchOptions> = {},
  validators = NO_VALIDATORS,
): Promise<FeedFetch> {
  const allowPrivate = (url: URL) => url.origin === origin;
  return fetchFeed(`${origin}${path}`, validators, { allowPrivate, timeoutMs: 30_000, ...options });
}

async function failureOf(fetching: Promise<FeedFetch>): Promise<string> {
  const result = await fetching;
  return result.kind === 'refused' ? result.code : result.kind;
}

describe('a good answer', () => {
  it('returns a body with its type and validators', async () => {
    expect(await fetchPath('/good')).toEqual({
      kind: 'fetched',
      bytes: Buffer.from(FEED),
      contentType: 'application/rss+xml',
      validators: { etag: '"v1"', lastModified: 'Mon, 05 Oct 2026 10:00:00 GMT' },
    });
  });

  it('sends a single request with a user agent and no cookies', async () => {
    await fetchPath('/good');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.headers).toMatchObject({
      'user-agent': expect.stringMatching(/^Earshot\/[\d.]+ \(.{1,60}\)$/) as unknown,
    });
    expect(asked[0]?.headers).not.toHaveProperty('if-none-match');
    expect(asked[0]?.headers).not.toHaveProperty('cookie');
  });

  it.each(['/gzip', '/x-gzip', '/br', '/deflate', '/deflate-raw', '/hops/20'])(
    'reads the feed at %s',
    async (path) => {
      expect(await fetchPath(path)).toMatchObject({ kind: 'fetched', bytes: Buffer.from(FEED) });
    },
  );

  it('fetches a web page, which the reader refuses', async () => {
    const result = await fetchPath('/html');
    const reading = result.kind === 'fetched' && readFeed(result.bytes, result.contentType, NOW);
    expect(reading).toMatchObject({ kind: 'refused', code: 'web-page' });
  });

  it('drops validators that cannot be sent back', async () => {
    expect(await fetchPath('/odd-validators')).toMatchObject({ validators: NO_VALIDATORS });
  });
});

describe('asking for news only', () => {
  it('sends the validators and accepts "not modified"', async () => {
    const validators = { etag: '"v1"', lastModified: 'Mon, 05 Oct 2026 10:00:00 GMT' };
    expect(await fetchPath('/304', {}, validators)).toEqual({ kind: 'unchanged' });
    expect(asked[0]?.headers).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Mon, 05 Oct 2026 10:00:00 GMT',
    });
  });

  it('refuses "not modified" after a request without validators', async () => {
    expect(await failureOf(fetchPath('/304'))).toBe('unexpected-not-modified');
    const unsendable = { etag: 'a\r\nhost: b', lastModified: null };
    expect(await failureOf(fetchPath('/304', {}, unsendable))).toBe('unexpected-not-modified');
  });
});

describe('what is refused', () => {
  it.each([
    ['/loop', 'too-many-redirects'],
    ['/a', 'too-many-redirects'],
    ['/hops/21', 'too-many-redirects'],
    ['/to-file', 'bad-redirect'],
    ['/no-location', 'bad-redirect'],
    ['/empty-location', 'bad-redirect'],
    ['/bad-location', 'bad-redirect'],
    ['/to-metadata', 'forbidden-address'],
    ['/to-local', 'forbidden-address'],
    ['/to-local-name', 'forbidden-address'],
    ['/to-mapped', 'forbidden-address'],
    ['/to-decimal', 'forbidden-address'],
    ['/to-redis', 'forbidden-port'],
    ['/to-mail', 'forbidden-port'],
    ['/gone', 'gone'],
    ['/missing', 'http-status'],
    ['/partial', 'http-status'],
    ['/gzip-cut', 'bad-encoding'],
    ['/zstd', 'bad-encoding'],
    ['/short', 'cut-short'],
    ['/chunked-cut', 'cut-short'],
    ['/endless', 'too-large'],
    ['/declared-huge', 'too-large'],
    ['/no-http', 'bad-http'],
  ])('refuses %s: %s', async (path, code) => {
    expect(await failureOf(fetchPath(path))).toBe(code);
  });

  it('follows at most 20 redirects of a loop', async () => {
    await fetchPath('/loop');
    expect(asked).toHaveLength(21);
  });

  it.each([
    ['/retry', 120_000],
    ['/retry-odd', undefined],
  ])('reports the readable Retry-After of %s', async (path, retryAfterMs) => {
    const result = await fetchPath(path);
    expect(result).toMatchObject({ kind: 'refused', code: 'asked-to-wait' });
    expect(result.kind === 'refused' && result.retryAfterMs).toBe(retryAfterMs);
  });

  it('reads a date in Retry-After', async () => {
    const result = await fetchPath('/retry-date');
    const waitMs = result.kind === 'refused' ? result.retryAfterMs : undefined;
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(60_000);
  });

  it.each(['/slow', '/silent'])('times out a fetch of %s', async (path) => {
    expect(await failureOf(fetchPath(path, { timeoutMs: 300 }))).toBe('timed-out');
  });

  it('stops a fetch that the caller aborts', async () => {
    expect(await failureOf(fetchPath('/silent', { signal: AbortSignal.timeout(50) }))).toBe(
      'timed-out',
    );
    expect(await failureOf(fetchPath('/good', { signal: AbortSignal.abort() }))).toBe('timed-out');
  });

  it('refuses 300 MB compressed to 300 kB without decompressing them all', async () => {
    const before = process.memoryUsage.rss();
    const growth: number[] = [];
    const timer = setInterval(() => growth.push(process.memoryUsage.rss() - before), 5);
    expect(await failureOf(fetchPath('/bomb'))).toBe('too-large');
    clearInterval(timer);
    expect(Math.max(...growth, process.memoryUsage.rss() - before)).toBeLessThan(100_000_000);
  });

  it('refuses bodies above `maxBytes`, compressed or not', async () => {
    expect(await failureOf(fetchPath('/good', { maxBytes: FEED.length }))).toBe('fetched');
    expect(await failureOf(fetchPath('/good', { maxBytes: FEED.length - 1 }))).toBe('too-large');
    expect(await failureOf(fetchPath('/gzip', { maxBytes: FEED.length - 1 }))).toBe('too-large');
  });

  it('refuses this machine by address and by name without a request', async () => {
    const nothing = { allowPrivate: () => false };
    expect(await failureOf(fetchPath('/good', nothing))).toBe('forbidden-address');
    const byName = `${origin.replace('127.0.0.1', 'localhost')}/good`;
    expect(await failureOf(fetchFeed(byName, NO_VALIDATORS, nothing))).toBe('forbidden-address');
    expect(asked).toHaveLength(0);
  });

  it.each([
    ['file:///etc/passwd', 'forbidden-address'],
    ['ftp://example.com/feed', 'forbidden-address'],
    ['http://example.com:22/feed', 'forbidden-port'],
    ['https://example.com:5432/feed', 'forbidden-port'],
    ['http://127.0.0.1:11211/', 'forbidden-port'],
    ['no address', 'unreachable'],
    ['http://127.0.0.1:3/', 'unreachable'],
    ['http://name.invalid/', 'unreachable'],
  ])('refuses the address %s: %s', async (url, code) => {
    expect(await failureOf(fetchFeed(url, NO_VALIDATORS, { allowPrivate: () => true }))).toBe(code);
  });

  it('quotes nothing of the host in messages', async () => {
    for (const path of ['/no-http', '/gzip-cut', '/to-metadata', '/short', '/bad-location']) {
      const result = await fetchPath(path);
      expect(result).toMatchObject({ message: expect.stringMatching(/^[\w ,()-]+\.$/) as unknown });
      expect(JSON.stringify(result)).not.toMatch(/SSH|169|Episode|127/);
    }
  });
});
