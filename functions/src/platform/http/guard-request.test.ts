import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as openRequest,
  type RequestListener,
} from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { apiErrorBodySchema } from '../../contract/index.ts';
import { type BodyLimits, guardRequest } from './guard-request.ts';
import { serveOnLoopback } from '../../testing/test-server.ts';
import { keepLog } from '../../testing/test-log.ts';

beforeEach(() => void keepLog());

/** Responds with what the guarded function receives. */
function serve(limits: BodyLimits): Promise<string> {
  const listener: RequestListener = (request, response) => {
    void guardRequest(limits, request, response, () => {
      const { rawBody, body } = request as unknown as { rawBody: Buffer; body: unknown };
      const announced = Object.keys(request.headers).filter((name) =>
        /^(content-|transfer-)/.test(name),
      );
      response.end(JSON.stringify({ rawBody: rawBody.toString(), body, announced }));
    });
  };
  return serveOnLoopback(listener);
}

async function found(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, init);
  expect(answer.status).toBe(200);
  return answer.json();
}

async function refused(url: string, init: RequestInit): Promise<[number, string]> {
  const answer = await fetch(url, { method: 'POST', ...init });
  return [answer.status, apiErrorBodySchema.parse(await answer.json()).error.code];
}

test('hides the framework in responses', async () => {
  const url = await serveOnLoopback((request, response) => {
    void guardRequest({ maxBytes: 0 }, request, response, () => {
      response.setHeader('X-Powered-By', 'Express');
      response.setHeader('X-Other', 'kept').end();
    });
  });
  const { headers } = await fetch(url);
  expect([headers.get('x-powered-by'), headers.get('x-other')]).toEqual([null, 'kept']);
});

describe('guardRequest', () => {
  test('passes the raw body on without the headers that announce it', async () => {
    const url = await serve({ maxBytes: 5 });
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'Identity' };
    expect(await found(url, { method: 'POST', body: '{"a"', headers })).toEqual({
      rawBody: '{"a"',
      announced: ['content-type'],
    });
    expect(await found(url, { method: 'POST' })).toEqual({ rawBody: '', announced: [] });
  });

  test('rejects bodies that are too long or compressed', async () => {
    const url = await serve({ maxBytes: 5 });
    expect(await refused(url, { body: '€€' })).toEqual([413, 'payload-too-large']);
    const stream = new Blob(['abc', 'def']).stream();
    expect(await refused(url, { body: stream, duplex: 'half' })).toEqual([
      413,
      'payload-too-large',
    ]);
    const headers = { 'content-encoding': 'gzip' };
    expect(await refused(url, { body: 'abc', headers })).toEqual([400, 'invalid-request']);
  });

  test('drops the body of another method', async () => {
    const url = await serve({ maxBytes: 5 });
    const headers = { 'content-encoding': 'gzip' };
    expect(await found(url, { method: 'PUT', body: 'x'.repeat(100), headers })).toMatchObject({
      rawBody: '',
    });
  });
});

test('drops the body for a function that needs none', async () => {
  const url = await serve({ maxBytes: 0 });
  expect(await found(url, { method: 'POST', body: 'x'.repeat(100) })).toMatchObject({
    rawBody: '',
  });
});

/** Sends one piece per millisecond, without keep-alive. */
async function sendInPieces(url: string, pieces: Buffer[], headers: Record<string, string>) {
  const request = openRequest(url, { method: 'POST', agent: false, headers });
  let status: number | undefined;
  request.once('response', (response) => {
    status = response.statusCode;
    response.resume();
  });
  await pipeline(
    Readable.from(pieces).map(async (piece: Buffer) => {
      await delay(1);
      return piece;
    }),
    request,
  );
  await vi.waitFor(() => expect(status).toBeDefined());
  return status;
}

describe('oversized requests', () => {
  const much = Array.from({ length: 50 }, () => Buffer.alloc(10_000, 'x'));
  const length = { 'content-length': '500000' };

  test.each<[name: string, limits: BodyLimits, headers: Record<string, string>, status: number]>([
    ['too long a body', { maxBytes: 5 }, length, 413],
    ['too long a body in chunks', { maxBytes: 5 }, { 'transfer-encoding': 'chunked' }, 413],
    ['a compressed body', { maxBytes: 5 }, { ...length, 'content-encoding': 'gzip' }, 400],
    ['an unread body', { maxBytes: 0 }, length, 200],
  ])(
    'the client can send everything and read the response: %s',
    async (_name, limits, headers, status) => {
      const url = await serve(limits);
      expect(await sendInPieces(url, much, headers)).toBe(status);
    },
  );
});

test('a proxy that forwards an oversized body receives the refusal without an error', async () => {
  // The functions emulator also uses a Unix socket.
  const folder = mkdtempSync(path.join(tmpdir(), 'earshot-socket-'));
  const socketPath = path.join(folder, 'socket');
  const server = createServer((request, response) => {
    void guardRequest({ maxBytes: 5 }, request, response, () => undefined);
  }).listen(socketPath);
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true });
  const headers = { 'content-length': '300000' };
  const errors: Error[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const request = openRequest({ socketPath, method: 'POST', agent, headers });
    request.on('error', (error) => errors.push(error));
    request.write(Buffer.alloc(300_000));
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(413);
    await once(response.resume(), 'end');
  }
  await delay(50);
  agent.destroy();
  server.close();
  rmSync(folder, { recursive: true });
  expect(errors).toEqual([]);
});

/** Sends `head`, then `piece` every 20 ms until the connection closes; returns the response. */
async function sendSlowly(url: string, head: string, piece: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
  socket.on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`);
  const sending = setInterval(() => socket.write(piece), 20);
  await once(socket, 'close');
  clearInterval(sending);
  return answer;
}

describe('slow requests', () => {
  const announced = 'content-length: 4000';

  test.each<[name: string, limits: BodyLimits, head: string, piece: string, status: number]>([
    ['single bytes', { maxBytes: 5000 }, announced, 'x', 408],
    ['no body', { maxBytes: 5000 }, announced, '', 408],
    ['endless chunks', { maxBytes: 5000 }, 'transfer-encoding: chunked', '1\r\nx\r\n', 408],
    ['an unread body', { maxBytes: 0 }, announced, 'x', 408],
    ['too long a body', { maxBytes: 5 }, announced, 'x', 413],
    ['a compressed body', { maxBytes: 5000 }, `content-encoding: br\r\n${announced}`, 'x', 400],
  ])(
    'the client receives an error and the connection closes: %s',
    async (_name, limits, head, piece, status) => {
      const url = await serve({ ...limits, withinMs: 300 });
      const answer = await sendSlowly(url, head, piece);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer).toContain('{"error":{"code":');
    },
  );
});

describe('a callable', () => {
  const post = (body: string) => ({ method: 'POST', body });

  test('a callable receives parsed data', async () => {
    const url = await serve({ maxBytes: 100, callable: true });
    for (const data of [null, 'x', { confirm: 'x' }]) {
      expect(await found(url, post(JSON.stringify({ data })))).toMatchObject({ body: { data } });
    }
  });

  test.each(['', '{', 'null', '[]', '{}', '{"data":1,"more":2}', '{"data":[{"@type":"x"}]}'])(
    'a callable rejects the body %s',
    async (body) => {
      const url = await serve({ maxBytes: 100, callable: true });
      expect(await refused(url, post(body))).toEqual([400, 'invalid-request']);
    },
  );
});
