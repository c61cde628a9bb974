import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fetchAudio } from './fetch-audio.ts';

let server: Server;
let origin: string;
let asked: { path: string; headers: IncomingHttpHeaders }[] = [];
let closed = 0;

const SOUND = Buffer.from('sound');
const FOUR_GB = String(4 * 1024 ** 3);

const MOVES: Record<string, string> = {
  '/loop': '/loop',
  '/to-file': 'file:///etc/passwd',
  '/to-data': 'data:audio/mpeg;base64,AAAA',
  '/to-metadata': 'http://169.254.169.254/latest/meta-data/',
  '/to-ten': 'http://10.0.0.1/a.mp3',
  '/to-local': 'http://127.0.0.1:3/a.mp3',
  '/to-local-name': 'http://localhost:3/a.mp3',
  '/to-mapped': 'http://[::ffff:127.0.0.1]:3/a.mp3',
  '/to-decimal': 'http://2130706433:3/a.mp3',
  '/to-redis': 'http://93.184.215.14:6379/',
  '/no-address': '',
};

function answer(path: string, response: ServerResponse): void {
  const location = MOVES[path];
  const hops = /^\/hops\/(\d+)$/.exec(path)?.[1];
  response.on('close', () => (closed += 1));
  if (location !== undefined) response.writeHead(302, { location }).end();
  else if (hops !== undefined && hops !== '0')
    response.writeHead(302, { location: `/hops/${Number(hops) - 1}` }).end();
  else if (path === '/declared-4-gb') {
    response.writeHead(200, { 'content-length': FOUR_GB });
    response.write(SOUND);
  } else if (path === '/short') {
    response.writeHead(200, { 'content-length': '999' });
    response.write(SOUND, () => response.destroy());
  } else if (path === '/drip') {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'), 5);
    response.on('close', () => clearInterval(timer));
  } else if (path === '/silent') return;
  else if (path === '/busy') response.writeHead(429, { 'retry-after': '120' }).end();
  else if (/^\/\d+$/.test(path)) response.writeHead(Number(path.slice(1))).end(SOUND);
  else response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(SOUND);
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
  closed = 0;
});

/** Allows no private address except the test server's. */
const fetchPath = (path: string, ms = 10_000) =>
  fetchAudio(`${origin}${path}`, {
    allowPrivate: (url) => url.origin === origin,
    signal: AbortSignal.timeout(ms),
  });

async function codeOf(path: string, ms?: number): Promise<string> {
  const audio = await fetchPath(path, ms);
  return audio.kind === 'refused' ? audio.code : audio.kind;
}

async function bytesOf(path: string): Promise<string> {
  const audio = await fetchPath(path);
  if (audio.kind === 'refused') return audio.code;
  const chunks: Uint8Array[] = [];
  for await (const chunk of audio.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('audio', () => {
  test('fetches audio with a single request that names Earshot', async () => {
    expect(await bytesOf('/a.mp3')).toBe('sound');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.headers).toMatchObject({
      'user-agent': expect.stringMatching(/^Earshot\/[\d.]+ \(.{1,60}\)$/) as unknown,
      'accept-encoding': 'identity',
    });
    for (const header of ['range', 'cookie', 'referer', 'authorization'])
      expect(asked[0]?.headers).not.toHaveProperty(header);
  });

  test('follows at most 20 redirects of audio', async () => {
    expect(await bytesOf('/hops/20')).toBe('sound');
    expect(asked).toHaveLength(21);
    expect(await codeOf('/hops/21')).toBe('too-many-redirects');
    asked = [];
    expect(await codeOf('/loop')).toBe('too-many-redirects');
    expect(asked).toHaveLength(21);
  });

  test.each([
    ['/to-file', 'bad-redirect'],
    ['/to-data', 'bad-redirect'],
    ['/no-address', 'bad-redirect'],
    ['/to-metadata', 'forbidden-address'],
    ['/to-ten', 'forbidden-address'],
    ['/to-local', 'forbidden-address'],
    ['/to-local-name', 'forbidden-address'],
    ['/to-mapped', 'forbidden-address'],
    ['/to-decimal', 'forbidden-address'],
    ['/to-redis', 'forbidden-port'],
    ['/304', 'unexpected-not-modified'],
    ['/206', 'http-status'],
    ['/404', 'http-status'],
    ['/410', 'gone'],
    ['/busy', 'asked-to-wait'],
  ])('refuses audio from %s: %s', async (path, code) => {
    expect(await codeOf(path)).toBe(code);
  });

  test.each([
    ['file:///etc/passwd', 'forbidden-address'],
    ['ftp://example.com/a.mp3', 'forbidden-address'],
    ['http://127.0.0.1/a.mp3', 'forbidden-address'],
    ['http://localhost/a.mp3', 'forbidden-address'],
    ['http://[fd00::1]/a.mp3', 'forbidden-address'],
    ['https://example.com:5432/a.mp3', 'forbidden-port'],
    ['no address', 'unreachable'],
  ])('does not request audio from %s: %s', async (url, code) => {
    const signal = AbortSignal.timeout(10_000);
    const audio = await fetchAudio(url, { allowPrivate: () => false, signal });
    expect(audio).toMatchObject({ kind: 'refused', code });
  });

  test('refuses audio of a declared 4 GB without reading it', async () => {
    expect(await codeOf('/declared-4-gb')).toBe('too-large');
    await expect.poll(() => closed).toBe(1);
  });

  test('rejects if audio ends early', async () => {
    await expect(bytesOf('/short')).rejects.toThrow();
  });

  test('aborts slow and silent hosts of audio when the signal fires', async () => {
    const audio = await fetchPath('/drip', 300);
    const read = async () => {
      let bytes = 0;
      if (audio.kind === 'open') for await (const chunk of audio.body) bytes += chunk.length;
      return bytes;
    };
    await expect(read()).rejects.toThrow();
    expect(await codeOf('/silent', 100)).toBe('timed-out');
  });
});
