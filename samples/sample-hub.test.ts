import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startSampleHost } from './sample-host.ts';

/** Answers challenges unless `agrees` is false, and returns what it received. */
async function subscriber(agrees = true) {
  const notified: { signature: unknown; body: string }[] = [];
  const verified: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      const { searchParams } = new URL(request.url ?? '', 'http://localhost');
      verified.push(searchParams);
      response.end(agrees ? searchParams.get('hub.challenge') : 'no');
      return;
    }
    void text(request).then((body) => {
      notified.push({ signature: request.headers['x-hub-signature'], body });
      response.writeHead(202).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { callback: `http://127.0.0.1:${port}/callback`, notified, verified };
}

async function openHost() {
  const host = await startSampleHost({ port: 0 });
  onTestFinished(() => host.close());
  const topic = `${host.url}/feeds/nine-minute-bulletin.xml`;
  const ask = async (callback: string, mode = 'subscribe') => {
    const form = {
      'hub.callback': callback,
      'hub.mode': mode,
      'hub.topic': topic,
      'hub.secret': 's',
    };
    return (await fetch(`${host.url}/hub`, { method: 'POST', body: new URLSearchParams(form) }))
      .status;
  };
  const publish = () =>
    fetch(`${host.url}/publish`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"keyword":"ledgers"}',
    });
  return { topic, ask, publish };
}

test('verifies a subscription, sends it signed feeds, and ends it', async () => {
  const { topic, ask, publish } = await openHost();
  const { callback, notified, verified } = await subscriber();
  expect(await ask(callback)).toBe(202);
  await expect.poll(() => verified.length).toBe(1);
  expect(verified[0]?.get('hub.topic')).toBe(topic);
  await expect
    .poll(async () => {
      await publish();
      return notified.length;
    })
    .toBeGreaterThan(0);
  const { signature, body } = notified[0]!;
  expect(body).toContain('ledgers');
  expect(signature).toBe(`sha256=${createHmac('sha256', 's').update(body).digest('hex')}`);
  expect(await ask(callback, 'unsubscribe')).toBe(202);
  await expect.poll(() => verified.length).toBe(2);
});

test('sends nothing to a subscriber that does not agree', async () => {
  const { ask, publish } = await openHost();
  const { callback, notified, verified } = await subscriber(false);
  await ask(callback);
  await expect.poll(() => verified.length).toBe(1);
  await publish();
  expect(notified).toEqual([]);
});

test.each(['https://example.com/callback', 'nowhere', 'http://10.0.0.1/', ''])(
  'refuses the callback "%s"',
  async (callback) => {
    const { ask } = await openHost();
    expect(await ask(callback)).toBe(400);
  },
);
