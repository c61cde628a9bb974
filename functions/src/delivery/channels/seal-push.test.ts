import type { IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { serveOnLoopback } from '../../testing/test-server.ts';
import { storedFirestore, type StoredFirestore } from '../../platform/testing/stored-firestore.ts';
import type { ChannelMessage, ChannelTarget } from './channel-message.ts';
import { itemNumber, wholeItem } from './fixtures/whole-item.ts';
import { countFittingItems, sendToChannel } from './send-to-channel.ts';
import { pushSubscription, verifyVapid } from './testing/push-subscription.ts';
import { createVapidKeys, isPublicKey, vapidKeys } from './vapid-keys.ts';

const OPTIONS = { siteName: 'Earshot', siteUrl: 'https://earshot.example', allowLoopback: true };
const message: ChannelMessage = { id: 'digest_1', atMs: 1_790_000_000_000, items: [wholeItem] };

let world: StoredFirestore;
beforeEach(() => {
  world = storedFirestore(Date.now);
  process.env['MAIL_FROM'] = 'Earshot <alerts@earshot.example>';
  process.env['SITE_URL'] = 'https://earshot.example';
});

interface Got {
  url: URL;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

async function openPushService(status = 201, headers = {}) {
  const got: Got[] = [];
  const origin = await serveOnLoopback((request, reply) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const url = new URL(request.url ?? '', origin);
      got.push({ url, headers: request.headers, body: Buffer.concat(pieces) });
      reply.writeHead(status, headers).end();
    });
  });
  const { keys, decrypt } = pushSubscription();
  const target: ChannelTarget = {
    id: 'c',
    uid: 'ada',
    kind: 'push',
    name: 'Phone',
    url: `${origin}/send/abc?x=1`,
    keys,
  };
  const send = (sent = message) => sendToChannel(target, sent, OPTIONS);
  return { got, target, send, shown: () => JSON.parse(decrypt(got.at(-1)!)) as unknown };
}

test('encrypts a notification for the browser and signs it for its push service', async () => {
  const { got, send, shown } = await openPushService();
  expect(await send()).toMatchObject({ kind: 'accepted', status: 201 });
  expect(shown()).toEqual({
    title: 'New episode for “work”',
    body: expect.stringMatching(/^Ledgers\nSmall Bets · 2026-09-21\nAbout ledgers\./) as string,
    path: '/',
    tag: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    unread: 0,
  });
  const [request] = got as [Got];
  const { publicKey } = await vapidKeys();
  expect(verifyVapid(request, Date.now())).toEqual({
    key: publicKey,
    sub: 'mailto:alerts@earshot.example',
  });
  expect(request.headers).toMatchObject({
    ttl: '259200',
    topic: (shown() as { tag: string }).tag,
    'content-type': 'application/octet-stream',
  });
  expect(request.url.pathname + request.url.search).toBe('/send/abc?x=1');
  expect(() => pushSubscription().decrypt(request)).toThrow();
});

test('opens the moment of a single episode, and the inbox for several', async () => {
  const { send, shown } = await openPushService();
  const page = 'https://earshot.example/episode/0/1';
  const said = [{ at_seconds: 12, text: 'work', url: `${page}?t=12` }];
  const paged = { ...wholeItem, _earshot: { ...wholeItem._earshot, page, said } };
  await send({ ...message, items: [paged] });
  expect(shown()).toMatchObject({ path: '/episode/0/1?t=12' });
  await send({ ...message, items: [{ ...paged, _earshot: { ...paged._earshot, said: [] } }] });
  expect(shown()).toMatchObject({ path: '/episode/0/1' });
  await send({ ...message, items: [paged, itemNumber(2)] });
  expect(shown()).toMatchObject({ path: '/', title: '2 new episodes for “work”' });
});

test('tells the browser how many matches are unread, as the inbox counts them', async () => {
  const { send, shown } = await openPushService();
  const query = { keyword: 'work', language: 2 };
  const match = (id: string, atMs: number, fields: object) =>
    world.set(`users/ada/matches/${id}`, {
      alert: 'a',
      query,
      foundAt: new Date(atMs),
      ...fields,
    });
  const episode = (id: string) => ({
    episode: { id, title: id, podcast: 'p', link: '', image: '', pubDateMs: 1, excerpt: '' },
  });
  world.set('users/ada', { seenAt: new Date(1000) });
  match('old', 900, episode('e0'));
  match('one', 2000, episode('e1'));
  match('same', 2001, episode('e1'));
  match('opened', 2002, { ...episode('e2'), openedAt: new Date(3000) });
  match('counted', 2003, { count: 7 });
  await send();
  expect(shown()).toMatchObject({ unread: 8 });
});

test.each([404, 410])('ends the channel at %i and says why', async (status) => {
  const { send } = await openPushService(status);
  expect(await send()).toMatchObject({
    kind: 'gone',
    status,
    reason: expect.stringContaining('Add it again') as string,
  });
});

test.each([
  [429, { 'retry-after': '30' }, 30_000],
  [500, {}, null],
  [503, {}, null],
])('retries after %i', async (status, headers, retryAfterMs) => {
  const { send } = await openPushService(status, headers);
  expect(await send()).toMatchObject({ kind: 'unavailable', status, retryAfterMs });
});

test('keeps a full message within the 4,096 bytes that every push service takes', async () => {
  const { got, send, shown } = await openPushService();
  for (let turn = 0; turn < fuzzRuns(12); turn += 1) {
    const text = '😀ü\\"<'.repeat(10 + turn * 40);
    const items = Array.from({ length: 20 }, (_, at) =>
      itemNumber(at, { title: text, tags: [text] }),
    );
    const fitting = items.slice(0, countFittingItems(items, 'push', 'Earshot'));
    await send({ ...message, items: fitting, moreCount: 99_999 });
    expect(got.at(-1)!.body.length).toBeLessThanOrEqual(4096);
    expect(shown()).toMatchObject({ tag: expect.any(String) as string });
  }
});

test.each(['https://127.0.0.1/', 'https://169.254.169.254/', 'https://[fd00::1]/push'])(
  'sends nothing to %s outside the emulators',
  async (url) => {
    const { target } = await openPushService();
    const outside = { ...OPTIONS, allowLoopback: false };
    expect(await sendToChannel({ ...target, url }, message, outside)).toMatchObject({
      kind: 'unavailable',
      reason: 'The address is not on the public internet.',
    });
  },
);

describe('the site', () => {
  test('makes its keys once for all instances, and stores them where only the server reads', async () => {
    vi.spyOn(world.firestore, 'runTransaction').mockRejectedValueOnce(new Error('unreachable'));
    const [one, other] = [createVapidKeys(), createVapidKeys()];
    await expect(one()).rejects.toThrow('unreachable');
    const keys = await one();
    expect(await other()).toEqual(keys);
    expect(world.stored()).toEqual({ 'system/pushKeys': keys });
    expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65);
    expect(Buffer.from(keys.privateKey, 'base64url')).toHaveLength(32);
  });

  test.each(['', 'x'.repeat(87), 'A'.repeat(87)])(
    'refuses %j as the key of a browser',
    (written) => {
      expect(isPublicKey(written)).toBe(false);
    },
  );

  test('accepts a browser’s own key', () => {
    expect(isPublicKey(pushSubscription().keys.p256dh)).toBe(true);
  });
});
