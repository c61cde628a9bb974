import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { serveOnLoopback } from '../testing/test-server.ts';
import { askHub, canAsk } from './ask-hub.ts';
import type { StoredSubscription } from './firestore-subscriptions.ts';

const LOCAL = { siteUrl: 'http://localhost:5050', isLocal: true, timeoutMs: 500 };
const PUBLIC = { siteUrl: 'https://earshot.example', isLocal: false, timeoutMs: 500 };

function at(hub: string, isWanted = true): StoredSubscription {
  return {
    id: 'a'.repeat(32),
    token: 'b'.repeat(32),
    feedUrl: 'https://show.example/feed',
    hub,
    topic: 'https://show.example/feed?a=b&c',
    secret: 's',
    isWanted,
    askedAtMs: null,
    answeredAtMs: null,
    tries: 0,
    nextAskAtMs: 0,
    leaseEndsAtMs: null,
    dueAtMs: null,
    fetchedAtMs: null,
    vain: 0,
  };
}

/** Serves a hub and returns its URL and the forms it receives. */
async function hub(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const forms: Record<string, string>[] = [];
  const url = await serveOnLoopback((request, response) => {
    void text(request).then((body) => {
      forms.push({ path: request.url ?? '', ...Object.fromEntries(new URLSearchParams(body)) });
      answer(response, request);
    });
  });
  return { url: `${url}/hub`, forms };
}

const status = (code: number, headers: Record<string, string> = {}) =>
  hub((response) => response.writeHead(code, headers).end('An answer'));

test('asks for a subscription with callback, topic, lease and secret', async () => {
  const { url, forms } = await status(202);
  expect(await askHub(at(url), LOCAL)).toBe('accepted');
  expect(await askHub(at(url, false), LOCAL)).toBe('accepted');
  const common = {
    path: '/hub',
    'hub.callback': `http://localhost:5050/feeds/hub-${'a'.repeat(32)}${'b'.repeat(32)}`,
    'hub.topic': 'https://show.example/feed?a=b&c',
    'hub.verify': 'async',
  };
  expect(forms).toEqual([
    { ...common, 'hub.mode': 'subscribe', 'hub.lease_seconds': '864000', 'hub.secret': 's' },
    { ...common, 'hub.mode': 'unsubscribe' },
  ]);
});

test.each([
  [204, 'accepted'],
  [410, 'gone'],
  [404, 'refused'],
  [500, 'refused'],
  [301, 'refused'],
] as const)('reads the status %i as %s', async (code, reply) => {
  const { url } = await status(code, { location: '/elsewhere' });
  expect(await askHub(at(url), LOCAL)).toBe(reply);
});

test('repeats the request where a redirect leads, three times at most', async () => {
  const { url, forms } = await hub((response, request) => {
    if (request.url === '/2') response.writeHead(202).end();
    else response.writeHead(307, { location: request.url === '/hub' ? '/1' : '/2' }).end();
  });
  expect(await askHub(at(url), LOCAL)).toBe('accepted');
  expect(forms.map(({ path }) => path)).toEqual(['/hub', '/1', '/2']);
  expect(new Set(forms.map((form) => form['hub.topic'])).size).toBe(1);

  const endless = await status(308, { location: '/hub' });
  expect(await askHub(at(endless.url), LOCAL)).toBe('refused');
  expect(endless.forms).toHaveLength(4);
});

test.each(['ftp://hub.example/', 'https://hub.example/', 'http://[', 'file:///etc/passwd'])(
  'follows no local hub to %s',
  async (location) => {
    const { url, forms } = await status(307, { location });
    expect(await askHub(at(url), LOCAL)).toBe('refused');
    expect(forms).toHaveLength(1);
  },
);

test('connects to no host of a private network', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
    expect(await askHub(at(`https://${host}:${port}/hub`), PUBLIC)).toBe('unreachable');
  }
  expect(connections).toBe(0);
  expect(await askHub(at(`http://127.0.0.1:${port}/hub`), LOCAL)).toBe('unreachable');
  expect(connections).toBe(1);
});

test.each([
  ['never answers', () => undefined],
  ['closes the connection', (response: ServerResponse) => response.destroy()],
])('counts a hub that %s as unreachable', async (_, answer) => {
  const { url } = await hub(answer);
  expect(await askHub(at(url), LOCAL)).toBe('unreachable');
});

test('does not wait for a body that never ends', async () => {
  const { url } = await hub((response) => response.writeHead(202).write('x'.repeat(5000)));
  expect(await askHub(at(url), { ...LOCAL, timeoutMs: 60_000 })).toBe('accepted');
});

test('asks only hubs that can reach this site', () => {
  const hubs = [
    'https://hub.example/',
    'http://hub.example/',
    'http://127.0.0.1:1/',
    'https://10.0.0.1/',
  ];
  const asked = (access: typeof LOCAL) => hubs.map((each) => canAsk(each, access));
  expect(asked(PUBLIC)).toEqual([true, true, false, false]);
  expect(asked(LOCAL)).toEqual([false, false, true, false]);
  expect(asked({ ...PUBLIC, siteUrl: 'http://earshot.example' })).toEqual(Array(4).fill(false));
  expect(asked({ ...PUBLIC, siteUrl: 'https://localhost' })).toEqual(Array(4).fill(false));
  expect(asked({ ...LOCAL, siteUrl: 'https://earshot.example' })).toEqual(Array(4).fill(false));
});
