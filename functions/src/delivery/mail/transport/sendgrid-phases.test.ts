import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect, test } from 'vitest';
import { listening } from './fixtures/listening.ts';
import { selfSigned } from '../../../testing/test-certificate.ts';
import type { SendOutcome } from './mailer.ts';
import { outgoingMail as mail } from './fixtures/outgoing-mail.ts';
import { sendgridMailer } from './sendgrid-mailer.ts';

function sendTo(baseUrl: string, timeoutMs = 5000): Promise<SendOutcome> {
  const from = { name: 'Earshot', address: 'alerts@earshot.example' };
  return sendgridMailer({ apiKey: 'SG.key', baseUrl, from, timeoutMs }).send(mail);
}

/** Starts a server that calls `act` with each connection once the whole request has arrived. */
async function afterRequest(act: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      // The JSON body ends with `}}}`.
      if (received.endsWith('}}}')) act(socket);
    });
  });
  return `http://127.0.0.1:${await listening(server)}`;
}

const answer = (text: string) => afterRequest((socket) => socket.write(text));
const status = (line: string, headers = '') =>
  answer(`HTTP/1.1 ${line}\r\n${headers}content-length: 0\r\n\r\n`);

test.each<[string, () => Promise<string>]>([
  ['nothing listens', () => Promise.resolve('http://127.0.0.1:1')],
  ['the host is unknown', () => Promise.resolve('http://mail.invalid')],
  [
    'the connection is reset during the TLS handshake',
    async () => {
      const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
      return `https://127.0.0.1:${await listening(server)}`;
    },
  ],
  [
    'the server does not speak TLS',
    async () => {
      const server = createServer((socket) => socket.end('HTTP/1.1 202 Accepted\r\n\r\n'));
      return `https://127.0.0.1:${await listening(server)}`;
    },
  ],
  ['the answer is not HTTP', () => answer('220 mail.example ESMTP\r\n')],
  ['the answer is a redirect', () => status('301 Moved', 'location: https://other.example\r\n')],
  ['the answer is 500', () => status('500 Internal Server Error')],
  ['the answer is 503', () => status('503 Service Unavailable')],
  ['the answer is 429', () => status('429 Too Many Requests')],
])('reports the mail as unavailable when %s', async (_name, listen) => {
  expect(await sendTo(await listen())).toMatchObject({ kind: 'unavailable' });
});

test('reports the mail as unavailable when the certificate is untrusted', async () => {
  let received = '';
  const server = createTlsServer(selfSigned(), (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  });
  const url = `https://127.0.0.1:${await listening(server)}`;
  expect(await sendTo(url)).toMatchObject({ kind: 'unavailable' });
  expect(received).toBe('');
});

test('reports the mail as unavailable when the TLS handshake times out, and closes the connection', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.resume()));
  const url = `https://127.0.0.1:${await listening(server)}`;
  expect(await sendTo(url, 150)).toMatchObject({ kind: 'unavailable', reason: 'sendgrid-timeout' });
  expect(sockets).toHaveLength(1);
  if (!sockets[0]!.closed) await once(sockets[0]!, 'close');
});

test.each<[string, () => Promise<string>]>([
  [
    'the connection is reset after the request',
    () => afterRequest((socket) => socket.resetAndDestroy()),
  ],
  ['the connection is closed after the request', () => afterRequest((socket) => socket.end())],
  [
    'the answer breaks off',
    () =>
      afterRequest((socket) => socket.end('HTTP/1.1 202 Accepted\r\ncontent-length: 9\r\n\r\n{')),
  ],
  [
    'the answer is malformed after its beginning',
    () => answer('HTTP/1.1 202 Accepted\r\ntransfer-encoding: chunked\r\n\r\nnonsense\r\n'),
  ],
  ['a gateway answers 502', () => status('502 Bad Gateway')],
  ['a gateway answers 504', () => status('504 Gateway Timeout')],
])('reports the outcome as unknown when %s', async (_name, listen) => {
  expect(await sendTo(await listen())).toMatchObject({ kind: 'unknown' });
});

test('reports the outcome as unknown when no answer comes', async () => {
  const url = await afterRequest(() => undefined);
  expect(await sendTo(url, 150)).toEqual({ kind: 'unknown', reason: 'sendgrid-timeout' });
});
