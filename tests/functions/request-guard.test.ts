import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiErrorBodySchema, type MemberOperation } from '../../functions/src/contract/index.ts';
import { type DeployedFunction, serveDeployed } from '../support/deployed/deployed-function.ts';

const NAMES = [
  'search',
  'health',
  'pages',
  'feeds',
  'unsubscribe',
  'mailEvents',
  'api',
  'member',
] as const;
type Name = (typeof NAMES)[number];
type Address = Name | `member/${MemberOperation | 'noSuchOperation'}`;

const SETTINGS = {
  CATALOGUE_URL: 'file:/nowhere/catalogue.db',
  MAIL_FROM: 'Earshot <alerts@earshot.example>',
  SITE_URL: 'https://earshot.example',
  UNSUBSCRIBE_KEY: 'x'.repeat(32),
};

const SECRET = 'a-word-that-no-log-may-hold';
const JSON_TYPE = { 'content-type': 'application/json' };

/** 30 MB of JSON in 29 kB; a parser would inflate it to a string and then a list. */
const BOMB = gzipSync(`{"a":[${'0,'.repeat(15_000_000)}0]}`);

const served = new Map<string, DeployedFunction>();
let slow: Promise<{ status: string; seconds: number }>[] = [];

beforeAll(async () => {
  await Promise.all(
    NAMES.map(async (name) => served.set(name, await serveDeployed(name, SETTINGS))),
  );
  // Starts before the tests, because it takes as long as all of them.
  slow = Array.from({ length: 100 }, () => sendByteASecond('unsubscribe'));
}, 120_000);
afterAll(() => {
  for (const { stop } of served.values()) stop();
});

function deployed(name: Name): DeployedFunction {
  const found = served.get(name);
  if (!found) throw new Error(`${name} is not served`);
  return found;
}

function post(address: Address, body: BodyInit, headers: Record<string, string> = JSON_TYPE) {
  const [name = '', operation = ''] = address.split('/');
  return fetch(deployed(name as Name).url + operation, { method: 'POST', headers, body });
}

async function expectRefusal(answer: Response, status: number, code: string): Promise<void> {
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  const { error } = apiErrorBodySchema.parse(await answer.json());
  expect([answer.status, error.code]).toEqual([status, code]);
}

async function sendByteASecond(name: Name): Promise<{ status: string; seconds: number }> {
  const startedAt = performance.now();
  const { socket, status } = beginPost('content-length: 4000', name);
  const sending = setInterval(() => socket.write('x'), 1000);
  try {
    return { status: await status, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    clearInterval(sending);
    socket.destroy();
  }
}

function beginPost(head: string, name: Name = 'search') {
  const socket = connect(deployed(name).port, '127.0.0.1');
  socket.on('error', () => undefined); // It may be cut off while it sends.
  const status = new Promise<string>((resolve) =>
    socket.once('data', (text) => resolve(text.toString().split('\r\n')[0] ?? '')),
  );
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${head}\r\n\r\n`);
  return { socket, status };
}

describe('the server that functions are deployed with', () => {
  test('refuses a compressed body without inflating it', async () => {
    const before = deployed('search').peakBytes();
    expect(BOMB.length).toBeLessThan(30_000);
    for (let turn = 0; turn < 3; turn += 1) {
      const answer = await post('search', BOMB, { ...JSON_TYPE, 'content-encoding': 'gzip' });
      await expectRefusal(answer, 400, 'invalid-request');
    }
    const after = deployed('search').peakBytes();
    if (before !== null && after !== null) expect(after - before).toBeLessThan(30_000_000);
    const packed = { deflate: deflateSync('{}'), br: brotliCompressSync('{}'), 'gzip, gzip': BOMB };
    for (const [encoding, body] of Object.entries(packed)) {
      const answer = await post('search', body, { ...JSON_TYPE, 'content-encoding': encoding });
      await expectRefusal(answer, 400, 'invalid-request');
    }
  });

  test.each([
    ['search', 'search'],
    ['mailEvents', 'mailEvents'],
    ['member', 'member/deleteAccount'],
    ['member', 'member/exportAccount'],
  ] as const)(
    'answers invalid JSON to %s (%s) with the API’s own error and does not log it',
    async (name, address) => {
      for (const body of [`{"${SECRET}`, SECRET, `["${SECRET}"] x`]) {
        await expectRefusal(await post(address, body), 400, 'invalid-request');
      }
      const utf7 = { 'content-type': 'application/json; charset=utf-7' };
      await expectRefusal(await post(address, `+${SECRET}`, utf7), 400, 'invalid-request');
      expect(deployed(name).output()).not.toContain(SECRET);
      expect(deployed(name).output()).not.toContain('SyntaxError');
    },
  );

  test('logs nothing of an invalid body to a callable', async () => {
    const type = 'type.googleapis.com/google.protobuf.Int64Value';
    const bodies = [
      { confirm: SECRET },
      { data: {}, [SECRET]: 1 },
      { data: { '@type': type, value: SECRET } },
      [{ data: SECRET }],
    ];
    for (const body of bodies) {
      await expectRefusal(
        await post('member/deleteAccount', JSON.stringify(body)),
        400,
        'invalid-request',
      );
    }
    const asked = JSON.stringify({ data: { confirm: SECRET } });
    expect((await post('member/deleteAccount', asked)).status).toBe(401);
    expect((await post('member/noSuchOperation', asked)).status).toBe(404);
    expect(deployed('member').output()).not.toContain(SECRET);
  });

  test.each([
    ['search', 32_768],
    ['unsubscribe', 4096],
    ['mailEvents', 1_000_000],
    ['member/exportAccount', 8192],
    ['member/noSuchOperation', 8192],
    ['member/followShows', 204_800],
    ['member/previewShows', 2_000_000],
  ] as const)('limits the body of %s to %i bytes', async (name, limit) => {
    await expectRefusal(await post(name, 'x'.repeat(limit + 1)), 413, 'payload-too-large');
    expect((await post(name, 'x'.repeat(limit))).status).toBe(400);
  });

  test('refuses by Content-Length before it reads the body', async () => {
    const { socket, status } = beginPost('content-length: 30000000');
    expect(await status).toBe('HTTP/1.1 413 Payload Too Large');
    socket.destroy();
  });

  test('counts a body of unknown length and disconnects a client that continues', async () => {
    const { socket, status } = beginPost('transfer-encoding: chunked');
    const piece = 'x'.repeat(16_384);
    let sent = 0;
    const sending = setInterval(() => {
      if (socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`)) sent += piece.length;
    }, 1);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    expect(await status).toBe('HTTP/1.1 413 Payload Too Large');
    await closed;
    clearInterval(sending);
    // The server discards 1 MB so that the client can read the response; the rest is in socket buffers.
    expect(sent).toBeLessThan(20_000_000);
  });

  test.each(['unsubscribe', 'mailEvents', 'search'] as const)(
    'accepts a POST to %s without a body as empty',
    async (name) => {
      expect((await fetch(deployed(name).url, { method: 'POST' })).status).toBe(400);
    },
  );

  test.each(NAMES)('sends no-store and nosniff with every response of %s', async (name) => {
    const answers = [
      await post(name, JSON.stringify({ data: null })),
      await post(name, '{'),
      await fetch(deployed(name).url, {
        method: 'PUT',
        headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
        body: BOMB,
      }),
    ];
    for (const { status, headers } of answers) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  test('disconnects a hundred slow senders after ten seconds', async () => {
    for (const { status, seconds } of await Promise.all(slow)) {
      expect(status).toBe('HTTP/1.1 408 Request Timeout');
      expect(seconds).toBeGreaterThan(9);
    }
  });
});
