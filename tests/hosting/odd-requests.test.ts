import fc from 'fast-check';
import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { functionsUrl, projectId, siteUrl } from '../support/stack.ts';

const READ_WITHIN_MS = 60_000;

const SEGMENTS = [
  '',
  '.',
  '..',
  '%',
  '%zz',
  '%00',
  '%ff',
  '%2e%2e',
  '%2f',
  '%5c',
  '%0d%0ax:y',
  '\\',
  '@',
  ':80',
  'ü',
  '\x80',
  '"<>',
  '[',
  '{|}',
  ';',
  'a'.repeat(300),
  'a'.repeat(9000),
  '__proto__',
  '~',
  'api',
  'search',
  'health',
  'mail-events',
  'trends',
  'x.xml',
  '__',
  'index.html',
  'assets',
];
const TARGETS = [
  '*',
  '?',
  'x',
  'http://x/',
  'http://[',
  'http:',
  '/?',
  '/?%',
  '/?q=%00',
  '/#',
  '/??',
];
const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'PROPFIND',
  'CONNECT',
  'QUERY',
  'get',
  'FOO',
];
const HEADERS = [
  'Host: ',
  'Host: [',
  'Host: a b',
  'Host: x:99999',
  'Host: %',
  'Host: evil.example',
  'Host: x/y',
  'Content-Length: abc',
  'Content-Length: -1',
  'Content-Length: 9',
  'Transfer-Encoding: gzip',
  'Transfer-Encoding: chunked',
  'Expect: 100-continue',
  'Expect: x',
  'Connection: close',
  'Connection: upgrade',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'Keep-Alive: x',
  'TE: x',
  'Trailer: x',
  'Proxy-Connection: x',
  'Cookie: __session=%',
  `Cookie: ${'a=b; '.repeat(1500)}`,
  `X: ${'y'.repeat(20_000)}`,
  'X-Forwarded-Host: [',
  'X-Forwarded-For: x',
  'If-None-Match: "',
  'If-Modified-Since: x',
  'Range: bytes=9-1,x',
  'Accept-Encoding: x;q=9',
  'Accept: \x80',
  'Content-Type: ;',
  'Content-Type: application/json; charset=x',
  'Authorization: Bearer x',
  'Origin: null',
  'Referer: http://[',
  'X\x80: y',
  'Bad Header: y',
  '__proto__: x',
  'Content-Encoding: gzip',
  'Content-Encoding: br',
  'X-Original-Url: //',
  'no colon',
];
const chunk = `2710\r\n${'x'.repeat(10_000)}\r\n`;
const BODIES = [
  '',
  '{}',
  '{"keywords":["x"],"language":"English"}',
  'x'.repeat(300_000),
  'x'.repeat(2_000_000),
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\n',
  `${chunk.repeat(40)}0\r\n\r\n`,
];
/** What the client does after writing: it waits for the response, half-closes the connection or disconnects. */
const ENDINGS = ['waits', 'ends', 'is gone'] as const;

interface OddRequest {
  method: string;
  target: string;
  headers: string[];
  body: string;
  ending: (typeof ENDINGS)[number];
}

const path = fc
  .array(fc.oneof(fc.constantFrom(...SEGMENTS), fc.string({ maxLength: 8 })), { maxLength: 4 })
  .map((segments) => `/${segments.join('/')}`);

const oddRequest = fc.record<OddRequest>({
  method: fc.constantFrom(...METHODS),
  target: fc.oneof({ weight: 4, arbitrary: path }, fc.constantFrom(...TARGETS)),
  headers: fc.uniqueArray(fc.constantFrom(...HEADERS), { maxLength: 2 }),
  body: fc.constantFrom(...BODIES),
  ending: fc.constantFrom(...ENDINGS),
});

/** These requests are always sent, in addition to random ones. */
const plain: OddRequest = { method: 'GET', target: '/', headers: [], body: '', ending: 'waits' };
const ONE_OF_EACH: OddRequest[] = [
  ...[...TARGETS, ...SEGMENTS.map((segment) => `/${segment}`), '//x', '///', '/\\\\x'].map(
    (target) => ({ ...plain, target }),
  ),
  ...METHODS.map((method) => ({ ...plain, method, target: '/nowhere' })),
  ...HEADERS.map((header) => ({ ...plain, headers: [header], target: '/nowhere' })),
  ...BODIES.flatMap((body) =>
    ['/nowhere', '/api/search', '/api/health'].flatMap((target) =>
      ENDINGS.map((ending) => ({ ...plain, method: 'POST', target, body, ending })),
    ),
  ),
];

function bytesOf({ method, target, headers, body }: OddRequest, host: string): Buffer {
  const given = headers.map((header) => header.toLowerCase());
  const hasHost = given.some((header) => header.startsWith('host:'));
  const hasLength = given.some((header) => /^(content-length|transfer-encoding):/.test(header));
  const own = [
    ...(hasHost ? [] : [`Host: ${host}`]),
    ...(hasLength || body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`]),
  ];
  const head = [`${method} ${target} HTTP/1.1`, ...own, ...headers].join('\r\n');
  return Buffer.from(`${head}\r\n\r\n${body}`, 'latin1');
}

/** Returns the response's status, null if the server closes the connection without a response. */
function send(url: string, request: OddRequest): Promise<number | 'nothing' | null> {
  const { host, hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    const end = (status: number | 'nothing' | null) => {
      socket.destroy();
      resolve(status);
    };
    socket.setTimeout(READ_WITHIN_MS, () => end('nothing'));
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer.replace(/^HTTP\/1\.1 100[^]*?\r\n\r\n/, ''));
      if (status) end(Number(status[1]));
    });
    socket.on('error', () => end(null));
    socket.on('close', () => end(null));
    socket.write(bytesOf(request, host));
    if (request.ending === 'ends') socket.end();
    if (request.ending === 'is gone') socket.resetAndDestroy();
  });
}

async function expectAnswer(url: string, request: OddRequest): Promise<void> {
  const shown = { ...request, body: request.body.length, target: request.target.slice(0, 80) };
  const status = await send(url, request);
  expect(status, JSON.stringify(shown)).not.toBe('nothing');
  expect(status ?? 0, JSON.stringify(shown)).toBeLessThan(500);
}

afterAll(async () => {
  expect((await fetch(`${siteUrl()}/api/health`)).status).toBe(200);
});

describe.each([
  ['the site', () => siteUrl(), ''],
  ['the functions', () => functionsUrl(), 'functions'],
] as const)('%s', (_name, url, at) => {
  const prefix = () => (at === '' ? '' : `/${projectId()}/us-central1`);

  test('answers any head and any body of a request', async () => {
    const requests = ONE_OF_EACH.values();
    const sendOneByOne = async () => {
      for (const request of requests) await expectAnswer(url(), request);
    };
    // Concurrent: requests with an incomplete body are answered only after ten seconds.
    await Promise.all(Array.from({ length: 3 }, sendOneByOne));
  });

  test('answers any combination of them', async () => {
    await fc.assert(
      fc.asyncProperty(oddRequest, fc.boolean(), async (request, atFunction) => {
        const target = `${atFunction ? prefix() : ''}${request.target}`;
        await expectAnswer(url(), { ...request, target });
      }),
      { numRuns: 100, endOnFailure: true },
    );
  });
});
