import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serveOnLoopback } from '../../testing/test-server.ts';
import { postMessage } from './post-message.ts';

const post = (url: string, timeoutMs = 5000) =>
  postMessage({ url: new URL(url), body: '{"a":"ü"}' }, { allowPrivate: true, timeoutMs });

/** Serves raw TCP connections until the test ends; returns the URL. */
async function serveSocket(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    answer(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('reports an unknown outcome if the receiver never answers', async () => {
  let got = '';
  const url = await serveSocket((socket) =>
    socket.on('data', (piece) => (got += piece.toString())),
  );
  expect(await post(url, 300)).toEqual({
    kind: 'unknown',
    reason: 'The service did not answer in time.',
  });
  expect(got).toContain('content-length: 10');
  expect(got).toContain('{"a":"ü"}');
});

test.each([
  ['a response that is not HTTP', 'SSH-2.0-OpenSSH\r\n'],
  ['endless headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(10_000)}`],
  ['half a status line', 'HTTP/1.1 20'],
])('reports %s as unknown without quoting it', async (_, answer) => {
  const url = await serveSocket((socket) => socket.on('data', () => socket.end(answer)));
  const { kind, ...rest } = await post(url);
  expect(kind).toBe('unknown');
  expect(JSON.stringify(rest)).not.toContain('SSH');
});

test('reports a refused connection as unreachable', async () => {
  const url = await serveSocket(() => undefined);
  const closed = new URL(url);
  closed.port = '3';
  expect(await post(closed.href)).toMatchObject({ kind: 'unreachable' });
});

test.each(['http://127.0.0.1:6379/', 'http://127.0.0.1:25/', 'http://127.0.0.1:22/'])(
  'sends nothing to the port of another service: %s',
  async (url) => {
    expect(await post(url)).toEqual({
      kind: 'unreachable',
      reason: 'The port of the address belongs to another service than the web.',
    });
  },
);

test('keeps the first kilobyte of a response and does not wait for the rest', async () => {
  const url = await serveOnLoopback((_, reply) => {
    reply.writeHead(404);
    reply.write('x'.repeat(5000));
  });
  const answer = await post(url);
  expect(answer).toMatchObject({ kind: 'answered', status: 404, text: 'x'.repeat(1024) });
});

test('returns a redirect without following it', async () => {
  let asked = 0;
  const url = await serveOnLoopback((_, reply) => {
    asked += 1;
    reply.writeHead(307, { location: '/other' }).end();
  });
  expect(await post(url)).toMatchObject({ kind: 'answered', status: 307 });
  expect(asked).toBe(1);
});
