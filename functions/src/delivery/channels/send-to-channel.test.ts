import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { alertItemSchema, type AlertItem } from '../../contract/index.ts';
import { storedFirestore } from '../../platform/testing/stored-firestore.ts';
import { serveOnLoopback } from '../../testing/test-server.ts';
import type { ChannelMessage, ChannelTarget } from './channel-message.ts';
import { itemNumber, wholeItem } from './fixtures/whole-item.ts';
import { countFittingItems, sendToChannel } from './send-to-channel.ts';

const NEW_SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const OPTIONS = { siteName: 'Earshot', siteUrl: 'https://earshot.example', allowLoopback: true };

const message: ChannelMessage = { id: 'digest_1', atMs: 1_790_000_000_000, items: [wholeItem] };

const webhookAt = (url: string): ChannelTarget => ({
  id: 'c',
  uid: 'ada',
  kind: 'webhook',
  name: 'Mine',
  url,
  secrets: [NEW_SECRET, OLD_SECRET],
});

async function receive(answer: (request: IncomingMessage, reply: ServerResponse) => void) {
  const got: { headers: IncomingMessage['headers']; body: string }[] = [];
  const url = await serveOnLoopback((request, reply) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      got.push({ headers: request.headers, body });
      answer(request, reply);
    });
  });
  return { url, got };
}

const send = (url: string, sent = message) => sendToChannel(webhookAt(url), sent, OPTIONS);

describe('a webhook', () => {
  test('signs the items with both secrets, as the specification’s own library verifies', async () => {
    const { url, got } = await receive((_, reply) => reply.writeHead(204).end());
    expect(await send(url)).toMatchObject({ kind: 'accepted', status: 204 });
    const [{ headers, body }] = got as [(typeof got)[number]];
    for (const secret of [NEW_SECRET, OLD_SECRET]) {
      const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
      expect(verified).toEqual({
        type: 'alert.matched',
        timestamp: '2026-09-21T14:13:20.000Z',
        data: { items: [wholeItem] },
      });
    }
    expect(() => new Webhook(`whsec_${btoa('other')}`).verify(body, headers as never)).toThrow(
      'No matching signature',
    );
    expect(headers).toMatchObject({
      'webhook-id': expect.stringMatching(/^msg_/) as string,
      host: new URL(url).host,
    });
    expect(headers['user-agent']).toContain('Earshot');
    expect(alertItemSchema.safeParse(wholeItem).success).toBe(true);
  });

  test.each([
    [410, {}, { kind: 'gone', status: 410 }],
    [500, {}, { kind: 'unavailable', status: 500, retryAfterMs: null }],
    [429, { 'retry-after': '120' }, { kind: 'unavailable', status: 429, retryAfterMs: 120_000 }],
    [503, { 'retry-after': '999999999' }, { retryAfterMs: 86_400_000 }],
    [404, {}, { kind: 'unavailable', status: 404 }],
    [302, { location: '/other' }, { kind: 'unavailable', status: 302 }],
    [204, {}, { kind: 'accepted', status: 204 }],
  ])('maps status %i with the headers %j to %j', async (status, headers, outcome) => {
    const { url, got } = await receive((_, reply) => reply.writeHead(status, headers).end('no'));
    expect(await send(url)).toMatchObject(outcome);
    expect(got).toHaveLength(1);
  });

  test('reports an unknown outcome if the receiver hangs up after the message', async () => {
    const { url } = await receive((request) => request.socket.destroy());
    expect(await send(url)).toMatchObject({ kind: 'unknown', status: null });
  });

  test('reports a webhook that nothing listens at as unavailable', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const outcome = await send(`http://127.0.0.1:${port}/`);
    expect(outcome).toMatchObject({ kind: 'unavailable', status: null, retryAfterMs: null });
  });

  test('settles an endless response by its status', async () => {
    const { url } = await receive((_, reply) => {
      reply.writeHead(200);
      const writing = setInterval(() => reply.write('x'), 100);
      reply.on('close', () => clearInterval(writing));
    });
    const outcome = await send(url);
    expect(outcome.kind).toBe('accepted');
  });

  test('reads only the beginning of a response of 20 MB', async () => {
    const { url } = await receive((_, reply) => reply.writeHead(500).end('x'.repeat(20_000_000)));
    expect(await send(url)).toMatchObject({ kind: 'unavailable', status: 500 });
  });

  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://169.254.169.254/computeMetadata/v1/',
    'https://10.0.0.1/',
    'https://[::ffff:10.0.0.1]/',
  ])('sends nothing to %s outside the emulators', async (url) => {
    const sent = await sendToChannel(webhookAt(url), message, { ...OPTIONS, allowLoopback: false });
    expect(sent).toMatchObject({
      kind: 'unavailable',
      reason: 'The address is not on the public internet.',
    });
  });

  test('sends nothing without TLS', async () => {
    const sent = await send('http://example.com/');
    expect(sent).toMatchObject({ kind: 'unavailable', status: null });
  });
});

describe('a chat of Telegram', () => {
  const refusal = (description: string, parameters: object = {}) =>
    JSON.stringify({ ok: false, error_code: 400, description, parameters });

  test('follows a group that became a supergroup, and stores its new id', async () => {
    const world = storedFirestore(Date.now);
    const { url, got } = await receive((_, reply) => {
      const isMoved = got.at(-1)?.body.includes('-1009') === true;
      const body = refusal('Bad Request: group chat was upgraded', { migrate_to_chat_id: -1009 });
      reply.writeHead(isMoved ? 200 : 400).end(isMoved ? '{"ok":true}' : body);
    });
    const address = (chat: string) => `${url}/bot1:x/sendMessage?chat_id=${chat}`;
    const target = {
      id: 'c',
      uid: 'ada',
      kind: 'telegram',
      name: 'T',
      url: address('-7'),
    } as const;
    const secrets = { uid: 'ada', kind: 'telegram', url: address('-7') };
    world.set('channelSecrets/c', secrets);
    expect(await sendToChannel(target, message, OPTIONS)).toMatchObject({ kind: 'accepted' });
    expect(got.map(({ body }) => (JSON.parse(body) as { chat_id: string }).chat_id)).toEqual([
      '-7',
      '-1009',
    ]);
    expect(world.stored()['channelSecrets/c']).toEqual({ ...secrets, url: address('-1009') });
  });

  test('ends with the reason, in words for its owner', async () => {
    const { url } = await receive((_, reply) =>
      reply.writeHead(400).end(refusal('Bad Request: chat not found')),
    );
    const target = { id: 'c', uid: 'ada', kind: 'telegram', name: 'T', url } as const;
    expect(await sendToChannel(target, message, OPTIONS)).toMatchObject({
      kind: 'gone',
      status: 400,
      reason: expect.stringContaining('Telegram says') as string,
    });
  });
});

describe('a message', () => {
  const items = (count: number, fields: Partial<AlertItem> = {}) =>
    Array.from({ length: count }, (_, index) => itemNumber(index, fields));

  test.each(['webhook', 'slack', 'discord', 'teams', 'telegram', 'push', 'ntfy'] as const)(
    'fills a message to %s with as many items as fit',
    (kind) => {
      const many = items(200, { content_text: 'word '.repeat(100) });
      const count = countFittingItems(many, kind, 'Earshot');
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThan(60);
      expect(countFittingItems(many.slice(0, count), kind, 'Earshot')).toBe(count);
      expect(countFittingItems([], kind, 'Earshot')).toBe(0);
      expect(countFittingItems(items(1, { title: 'x'.repeat(100_000) }), kind, 'Earshot')).toBe(1);
    },
  );

  test('cuts a single long item to 20 kB', async () => {
    const { url, got } = await receive((_, reply) => reply.end());
    const alerts = Array.from({ length: 200 }, (_, at) => ({
      id: String(at),
      query: 'ü'.repeat(200),
    }));
    const [long] = items(1, {
      title: '\u0000'.repeat(50_000),
      content_text: '<'.repeat(50_000),
      tags: alerts.map(({ query }) => query),
      _earshot: { ...wholeItem._earshot, alerts },
    });
    await send(url, { ...message, items: [long!] });
    expect(Buffer.byteLength(got[0]!.body)).toBeLessThanOrEqual(20_000);
    const { data } = JSON.parse(got[0]!.body) as { data: { items: unknown[] } };
    expect(data.items.map((item) => alertItemSchema.parse(item).id)).toEqual([long!.id]);
  });
});
