import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import { callbackPath, subscriptionId } from '../../hubs/callback-path.ts';
import {
  readSubscription,
  takeReportedFeeds,
  type StoredSubscription,
  wantSubscription,
} from '../../hubs/firestore-subscriptions.ts';
import type { SubscriptionChange } from '../../hubs/subscription.ts';
import * as settings from '../../platform/config.ts';
import type { Config } from '../../platform/config.ts';
import * as queue from '../../platform/enqueue-task.ts';
import { storedFirestore, type StoredFirestore } from '../../platform/testing/stored-firestore.ts';
import { keepLog } from '../../testing/test-log.ts';
import { serveHubCallback } from './serve-hub-callback.ts';

const FEED = 'https://show.example/feed';
const HUB = { hub: 'https://hub.example/', topic: FEED };
const ID = subscriptionId(FEED, HUB);
const PATH = `hubSubscriptions/${ID}`;
const BODY = Buffer.from('<rss>news</rss>');

let now = Date.UTC(2026, 10, 30, 12);
let world: StoredFirestore;
let known: StoredSubscription;
let tasks: [id: string | undefined, atMs: number | undefined][];
let lines: string[];
let clients = 0;

beforeEach(async () => {
  now += DAY_MS;
  world = storedFirestore(() => now);
  tasks = [];
  lines = keepLog();
  clients += 1;
  vi.spyOn(queue, 'enqueueTask').mockImplementation((_name, _data, { id, atMs } = {}) => {
    tasks.push([id, atMs]);
    return Promise.resolve();
  });
  vi.spyOn(settings, 'config').mockReturnValue({ TRUSTED_PROXIES: [] as string[] } as Config);
  await wantSubscription(FEED, HUB, now);
  known = (await readSubscription(ID))!;
});

const change = (fields: SubscriptionChange) => world.update(PATH, fields);
const activate = () => change({ askedAtMs: now, answeredAtMs: now, leaseEndsAtMs: now + DAY_MS });
const stored = () => world.stored()[PATH];

/** Counts the operations on Firestore. */
async function operations(work: () => Promise<unknown>) {
  const collection = vi.spyOn(world.firestore, 'collection');
  const before = JSON.stringify(world.stored());
  await work();
  const reads = collection.mock.calls.length;
  collection.mockRestore();
  return { reads, hasWritten: JSON.stringify(world.stored()) !== before };
}

async function call(method: string, path: string, more: object = {}) {
  let status = 0;
  let body = '';
  const headers: Record<string, string> = {};
  const reply = {
    set: (set: Record<string, string>) => {
      Object.assign(headers, set);
      return reply;
    },
    status: (code: number) => {
      status = code;
      return { end: (text = '') => (body = text) };
    },
  };
  const socket = { remoteAddress: `192.0.2.${clients}` };
  await serveHubCallback({ method, path, query: {}, headers: {}, socket, ...more }, reply);
  return { status, body, headers };
}

const path = () => callbackPath(ID, known.token);
const verify = (fields: Record<string, unknown> = {}, at = path()) =>
  call('GET', at, {
    query: {
      'hub.mode': 'subscribe',
      'hub.topic': FEED,
      'hub.challenge': 'challenge',
      'hub.lease_seconds': '86400',
      ...fields,
    },
  });

function sign(secret = known.secret, method = 'sha256') {
  return `${method}=${createHmac(method, secret).update(BODY).digest('hex')}`;
}
const notify = (signature: string | undefined = sign(), at = path()) =>
  call('POST', at, { headers: { 'x-hub-signature': signature }, rawBody: BODY });

describe('a verification', () => {
  test('answers the challenge of a request as text, and stores the lease', async () => {
    change({ askedAtMs: now });
    const { status, body, headers } = await verify();
    expect([status, body]).toEqual([200, 'challenge']);
    expect(headers).toMatchObject({
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'",
    });
    expect(stored()).toMatchObject({ answeredAtMs: now, leaseEndsAtMs: now + DAY_MS });
  });

  test('costs one write however often it is repeated', async () => {
    change({ askedAtMs: now });
    await verify();
    const flood = () =>
      Promise.all(
        Array.from({ length: 50 }, (_, at) => verify({ 'hub.lease_seconds': String(at) })),
      );
    expect(await operations(flood)).toEqual({ reads: 50, hasWritten: false });
  });

  test('gets 404 before we have asked, and for another topic, mode or token', async () => {
    const refused = async (fields: object = {}, at?: string) =>
      (await verify({ ...fields }, at)).status;
    expect(await refused()).toBe(404);
    change({ askedAtMs: now });
    expect(await refused({ 'hub.topic': 'https://other.example/' })).toBe(404);
    expect(await refused({ 'hub.topic': [FEED, FEED] })).toBe(404);
    expect(await refused({ 'hub.mode': 'unsubscribe' })).toBe(404);
    expect(await refused({}, callbackPath(ID, 'f'.repeat(32)))).toBe(404);
    expect(await refused({}, callbackPath('0'.repeat(32), known.token))).toBe(404);
    expect(stored()).toMatchObject({ answeredAtMs: null, leaseEndsAtMs: null });
  });

  test('deletes a subscription that is to end when the hub verifies that', async () => {
    activate();
    change({ isWanted: false });
    expect((await verify({ 'hub.mode': 'unsubscribe' })).body).toBe('challenge');
    expect(stored()).toBeUndefined();
  });

  test('ends the lease when the hub denies the subscription', async () => {
    activate();
    change({ askedAtMs: now + 1 });
    expect(await verify({ 'hub.mode': 'denied', 'hub.reason': '<b>' })).toMatchObject({
      status: 200,
      body: '',
    });
    expect(stored()).toMatchObject({ leaseEndsAtMs: null });
    expect((await notify()).status).toBe(202);
    expect(tasks).toEqual([]);
  });
});

describe('a notification', () => {
  beforeEach(activate);

  test.each(['sha1', 'sha256', 'sha512'])(
    'makes the feed due after a notification signed by %s',
    async (method) => {
      expect((await notify(sign(known.secret, method))).status).toBe(202);
      const minute = Math.floor(now / MINUTE_MS);
      expect(tasks).toEqual([[`${minute % 60}-${minute}-reported`, (minute + 1) * MINUTE_MS]]);
      expect(stored()).toMatchObject({ dueAtMs: now });
      expect(await takeReportedFeeds(now)).toMatchObject([{ feedUrl: FEED }]);
      expect(await takeReportedFeeds(now)).toEqual([]);
    },
  );

  test.each([
    ['without a signature', () => undefined],
    ['signed with another secret', () => sign('another')],
    [
      'with the signature of another body',
      () => sign().replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ],
  ])('accepts a notification %s and does nothing', async (_, signature) => {
    const headers = { 'x-hub-signature': signature() };
    const { status } = await call('POST', path(), { headers, rawBody: BODY });
    expect(status).toBe(202);
    expect(stored()).toMatchObject({ dueAtMs: null });
    expect(tasks).toEqual([]);
  });

  test('costs one write, one task and one read however many notifications come', async () => {
    const flood = () => Promise.all(Array.from({ length: 200 }, () => notify()));
    // A read and a write.
    expect(await operations(flood)).toEqual({ reads: 2, hasWritten: true });
    now += 3_000;
    expect(await operations(flood)).toEqual({ reads: 1, hasWritten: false });
    expect(await operations(flood)).toEqual({ reads: 0, hasWritten: false });
    expect(tasks).toHaveLength(1);
  });

  test('causes a fetch after five minutes, then ever fewer, when it is replayed for an hour', async () => {
    const start = now;
    const fetches: number[] = [];
    let vain = 0;
    for (; now < start + 60 * MINUTE_MS; now += MINUTE_MS) {
      activate();
      await notify();
      for (const { id } of await takeReportedFeeds(now)) {
        fetches.push((now - start) / MINUTE_MS);
        vain += 1;
        world.update(`hubSubscriptions/${id}`, { vain });
      }
    }
    expect(fetches).toEqual([0, 10, 30]);
  });

  test('makes the feed due again when it comes right after a fetch', async () => {
    await notify();
    await takeReportedFeeds(now);
    now += 4_000;
    await notify();
    expect(stored()).toMatchObject({ dueAtMs: now - 4_000 + 5 * MINUTE_MS });
    expect(tasks).toHaveLength(2);
  });

  test('does nothing after the lease, and answers 410 once the subscription has ended', async () => {
    now += 2 * DAY_MS;
    expect((await notify()).status).toBe(202);
    expect(stored()).toMatchObject({ dueAtMs: null });
    now += 3_000;
    change({ isWanted: false });
    expect((await notify()).status).toBe(410);
    expect((await notify(sign(), callbackPath(ID, 'f'.repeat(32)))).status).toBe(410);
    expect(tasks).toEqual([]);
  });

  test('answers 503 to a notification that could not be stored, so that the hub repeats it', async () => {
    vi.spyOn(world.firestore, 'collection').mockImplementation(() => {
      throw new Error('away');
    });
    expect((await notify()).status).toBe(503);
    vi.mocked(world.firestore.collection).mockRestore();
    expect((await notify()).status).toBe(202);
    expect(stored()).toMatchObject({ dueAtMs: now });
  });
});

test('costs no write for unknown callbacks, and no read beyond 60 a minute', async () => {
  const answers: number[] = [];
  const flood = async () => {
    for (let at = 0; at < 100; at += 1) {
      const at32 = at.toString(16).padStart(32, '0');
      answers.push((await notify(sign(), callbackPath(at32, at32))).status);
      answers.push((await verify({}, callbackPath(at32, at32))).status);
    }
  };
  expect(await operations(flood)).toEqual({ reads: 60, hasWritten: false });
  expect(new Set(answers)).toEqual(new Set([410, 404, 429]));
});

test.each([
  ['GET', '/feeds/hub-'],
  ['POST', `/feeds/hub-${'a'.repeat(63)}`],
  ['POST', `/feeds/hub-${'A'.repeat(64)}`],
  ['POST', `/feeds/hub-${'a'.repeat(64)}/x`],
])('reads nothing for %s %s', async (method, at) => {
  expect(await operations(async () => (await call(method, at)).status)).toMatchObject({ reads: 0 });
  expect((await call(method, at)).status).toBe(404);
});

test('answers other methods with 405', async () => {
  expect((await call('PUT', path())).status).toBe(405);
});

test('logs outcomes without paths, topics or bodies', async () => {
  activate();
  await notify();
  await verify();
  expect(lines.join()).toContain('hub-callback');
  for (const secret of [known.token, ID, FEED, 'news']) expect(lines.join()).not.toContain(secret);
});
