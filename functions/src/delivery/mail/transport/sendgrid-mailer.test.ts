import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { beforeEach, expect, test } from 'vitest';
import { serveOnLoopback } from '../../../testing/test-server.ts';
import { outgoingMail as mail } from './fixtures/outgoing-mail.ts';
import { type SendgridRequest, sendgridRequestSchema } from './fixtures/sendgrid-request.ts';
import { keepLog } from '../../../testing/test-log.ts';

const API_KEY = 'SG.a-key-that-must-stay-secret';

let lines: string[];

beforeEach(() => {
  lines = keepLog();
});

async function openMailer(baseUrl: string, timeoutMs = 5000) {
  const { sendgridMailer } = await import('./sendgrid-mailer.ts');
  const from = { name: 'Earshot', address: 'alerts@earshot.example' };
  return sendgridMailer({ apiKey: API_KEY, baseUrl, from, timeoutMs });
}

async function mailerTo(listener: RequestListener, timeoutMs = 5000) {
  return openMailer(await serveOnLoopback(listener), timeoutMs);
}

function answering(status: number, headers: Record<string, string> = {}, body: object = {}) {
  return (request: IncomingMessage, response: ServerResponse) => {
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    });
  };
}

test('sends a valid request to one person, without tracking', async () => {
  const seen: { method: string; url: string; authorization: string; body: SendgridRequest }[] = [];
  const mailer = await mailerTo((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      expect(headers).not.toHaveProperty('list-unsubscribe');
      const body = sendgridRequestSchema.parse(JSON.parse(Buffer.concat(chunks).toString()));
      seen.push({ method, url, authorization: headers.authorization ?? '', body });
      response.writeHead(202, { 'x-message-id': 'sg-1' }).end();
    });
  });
  expect(await mailer.send(mail)).toEqual({ kind: 'accepted', messageId: 'sg-1' });
  expect(seen).toHaveLength(1);
  const [{ method, url, authorization, body } = expect.fail()] = seen;
  expect({ method, url, authorization }).toEqual({
    method: 'POST',
    url: '/v3/mail/send',
    authorization: `Bearer ${API_KEY}`,
  });
  expect(body).toEqual({
    from: { email: 'alerts@earshot.example', name: 'Earshot' },
    subject: mail.subject,
    personalizations: [
      {
        to: [{ email: 'ada@example.com' }],
        headers: mail.headers,
        custom_args: { digestId: 'digest-1', uid: 'ada' },
      },
    ],
    content: [
      { type: 'text/plain', value: mail.text },
      { type: 'text/html', value: mail.html },
    ],
    tracking_settings: {
      click_tracking: { enable: false, enable_text: false },
      open_tracking: { enable: false },
      subscription_tracking: { enable: false },
    },
  });
});

test.each([
  ['400, an invalid mail,', 400, { kind: 'refused', reason: 'sendgrid-400' }],
  ['413, a large mail,', 413, { kind: 'refused', reason: 'sendgrid-413' }],
  ['500', 500, { kind: 'unavailable', retryAfterMs: null, reason: 'sendgrid-500' }],
  ['503', 503, { kind: 'unavailable', retryAfterMs: null, reason: 'sendgrid-503' }],
  ['401, a wrong key,', 401, { kind: 'unavailable', retryAfterMs: null, reason: 'sendgrid-401' }],
  [
    '403, an unverified sender,',
    403,
    { kind: 'unavailable', retryAfterMs: null, reason: 'sendgrid-403' },
  ],
])('maps %s to an outcome', async (_name, status, outcome) => {
  const mailer = await mailerTo(
    answering(status, {}, { errors: [{ message: 'no', field: null }] }),
  );
  expect(await mailer.send(mail)).toEqual(outcome);
});

test('reads the requested wait from a 429 answer', async () => {
  const mailer = await mailerTo(answering(429, { 'retry-after': '30' }));
  expect(await mailer.send(mail)).toEqual({
    kind: 'unavailable',
    retryAfterMs: 30_000,
    reason: 'sendgrid-429',
  });
});

test('times out when no answer comes', async () => {
  const mailer = await mailerTo(() => undefined, 150);
  const outcome = await mailer.send(mail);
  expect(outcome).toEqual({ kind: 'unknown', reason: 'sendgrid-timeout' });
});

test('times out when an answer trickles in', async () => {
  const mailer = await mailerTo((request, response) => {
    request.resume();
    response.writeHead(202, { 'content-length': '1000' });
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  }, 150);
  expect(await mailer.send(mail)).toEqual({ kind: 'unknown', reason: 'sendgrid-timeout' });
});

test('reports the outcome as unknown when the connection closes after the request', async () => {
  const mailer = await mailerTo((request) => {
    request.resume().on('end', () => request.socket.destroy());
  });
  expect(await mailer.send(mail)).toMatchObject({
    kind: 'unknown',
    reason: 'sendgrid-ECONNRESET',
  });
});

test('reports a port without a listener as unavailable', async () => {
  const mailer = await openMailer('http://127.0.0.1:1');
  expect(await mailer.send(mail)).toMatchObject({
    kind: 'unavailable',
    reason: 'sendgrid-ECONNREFUSED',
  });
});

test('follows no redirect with the key', async () => {
  let elsewhere = 0;
  const other = await serveOnLoopback((_request, response) => {
    elsewhere += 1;
    response.writeHead(202).end();
  });
  const mailer = await mailerTo(answering(307, { location: `${other}/v3/mail/send` }));
  expect(await mailer.send(mail)).toMatchObject({ kind: 'unavailable' });
  expect(elsewhere).toBe(0);
});

test('a failure reveals neither key nor address in its outcome or the log', async () => {
  const mailer = await mailerTo(answering(401, {}, { errors: [{ message: API_KEY }] }));
  const outcome = await mailer.send(mail);
  const all = JSON.stringify(outcome) + lines.join('\n');
  expect(all).toContain('mail-transport-refused');
  expect(all).not.toContain(API_KEY);
  expect(all).not.toContain(mail.to);
});

test.each([
  [200, true],
  [401, true],
  [404, true],
  [500, false],
  [502, false],
  [504, false],
])('a service that answers the request for scopes with %i is available: %s', async (status, is) => {
  const asked: string[] = [];
  const mailer = await mailerTo((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    answering(status)(request, response);
  });
  expect(await mailer.isThere()).toBe(is);
  expect(asked).toEqual([`GET /v3/scopes Bearer ${API_KEY}`]);
});

test('a service that hangs or is unreachable is not available', async () => {
  const hanging = await mailerTo(() => undefined, 50);
  expect(await hanging.isThere()).toBe(false);
  const nobody = await openMailer('http://127.0.0.1:1');
  expect(await nobody.isThere()).toBe(false);
});
