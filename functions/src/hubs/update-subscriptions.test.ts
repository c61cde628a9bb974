import { text } from 'node:stream/consumers';
import { beforeEach, expect, test, vi } from 'vitest';
import type { WritableCatalogue } from '../catalogue/catalogue.ts';
import { listFeeds } from '../catalogue/queue/feed-queue.ts';
import { recordHub } from '../catalogue/queue/hub-feeds.ts';
import { recordFetch } from '../catalogue/store/feeds.ts';
import { fetchRecord, temporaryCatalogue } from '../catalogue/testing/test-catalogue.ts';
import { DAY_MS, HOUR_MS } from '../contract/index.ts';
import type { FeedHub } from '../feeds/feed-model.ts';
import { storedFirestore, type StoredFirestore } from '../platform/testing/stored-firestore.ts';
import { keepLog } from '../testing/test-log.ts';
import { serveOnLoopback } from '../testing/test-server.ts';
import { subscriptionId } from './callback-path.ts';
import { updateSubscriptions } from './update-subscriptions.ts';

const FEED = 'https://show.example/feed';
const ACCESS = { siteUrl: 'http://localhost:5050', isLocal: true, timeoutMs: 500 };

let now = Date.UTC(2026, 10, 30, 12);
let world: StoredFirestore;
let catalogue: WritableCatalogue;
let forms: [path: string, mode: string | null][];
let status: number;
let base: string;

beforeEach(async () => {
  now = Date.UTC(2026, 10, 30, 12);
  status = 202;
  forms = [];
  world = storedFirestore(() => now);
  catalogue = temporaryCatalogue();
  keepLog();
  base = await serveOnLoopback((request, response) => {
    void text(request).then((body) => {
      const form = new URLSearchParams(body);
      forms.push([request.url ?? '', form.get('hub.mode')]);
      response.writeHead(status).end();
    });
  });
  await list(FEED);
});

const hubAt = (path: string, topic = FEED): FeedHub => ({ hub: `${base}${path}`, topic });
const pathOf = (hub: FeedHub) => `hubSubscriptions/${subscriptionId(FEED, hub)}`;
const stored = (hub: FeedHub) => world.stored()[pathOf(hub)];
const update = (access = ACCESS) => updateSubscriptions(catalogue, access, { now });

async function list(...urls: string[]): Promise<void> {
  await catalogue.write(() =>
    listFeeds(
      urls.map((url) => ({ url, host: 'show.example' })),
      now,
    ),
  );
  for (const url of urls) await catalogue.write(() => recordFetch(url, fetchRecord()));
}

const name = (hub: FeedHub | null) => catalogue.write(() => recordHub(FEED, hub));

/** What the hub's verification writes. */
function verify(hub: FeedHub, leaseMs = 10 * DAY_MS): void {
  const renewal = { nextAskAtMs: now + 0.75 * leaseMs, leaseEndsAtMs: now + leaseMs };
  world.update(pathOf(hub), { answeredAtMs: now, tries: 0, ...renewal });
}

test('subscribes once, and renews before the lease ends', async () => {
  const hub = hubAt('/hub');
  await name(hub);
  expect(await update()).toBe(1);
  expect(forms).toEqual([['/hub', 'subscribe']]);
  const subscription = stored(hub) as { token: string; secret: string };
  expect(subscription).toMatchObject({ feedUrl: FEED, ...hub, isWanted: true, askedAtMs: now });
  expect(subscription.token).toMatch(/^[0-9a-f]{32}$/);
  expect(subscription.secret).toMatch(/^[\w-]{43}$/);
  expect(subscription.secret.length).toBeLessThan(200);
  verify(hub);

  for (const end = now + 30 * DAY_MS; now < end; now += 6 * HOUR_MS) {
    await update();
    if (forms.length > 1 && (stored(hub) as { tries: number }).tries > 0) verify(hub);
    const { leaseEndsAtMs } = stored(hub) as { leaseEndsAtMs: number };
    expect(leaseEndsAtMs).toBeGreaterThan(now);
  }
  expect(forms.map(([, mode]) => mode)).toEqual(Array(4).fill('subscribe'));
  expect(stored(hub)).toMatchObject({ token: subscription.token, secret: subscription.secret });
});

test.each([
  ['dead', 0],
  ['that refuses', 500],
])('asks a hub %s eight times in a month', async (_, code) => {
  await name(hubAt('/hub'));
  status = code;
  if (code === 0) base = 'http://127.0.0.1:1';
  if (code === 0) await name(hubAt('/hub'));
  let asked = 0;
  for (const end = now + 30 * DAY_MS; now < end; now += HOUR_MS) {
    await update();
    if ((stored(hubAt('/hub')) as { askedAtMs: number }).askedAtMs === now) asked += 1;
  }
  expect(asked).toBe(8);
  if (code !== 0) expect(forms).toHaveLength(8);
});

test('asks a hub of this machine in each refresh, because it forgets', async () => {
  await name(hubAt('/hub'));
  const access = { ...ACCESS, asksAlways: true };
  for (let refresh = 0; refresh < 3; refresh += 1) {
    await update(access);
    verify(hubAt('/hub'));
  }
  expect(forms).toHaveLength(3);
});

test('leaves a hub alone for a month that is gone', async () => {
  status = 410;
  await name(hubAt('/hub'));
  await update();
  expect(stored(hubAt('/hub'))).toMatchObject({ nextAskAtMs: now + 30 * DAY_MS });
});

test('subscribes again when a feed names a hub again that it dropped within the day', async () => {
  const hub = hubAt('/hub');
  const access = { ...ACCESS, asksAlways: true };
  await name(hub);
  await update(access);
  verify(hub);
  now += HOUR_MS;
  await name(null);
  await update(access);
  expect(stored(hub)).toMatchObject({ isWanted: false });
  await name(hub);
  now += DAY_MS;
  await update();
  expect(stored(hub)).toMatchObject({ isWanted: true });
  expect(forms.map(([, mode]) => mode)).toEqual(['subscribe', 'unsubscribe', 'subscribe']);
});

test('moves to another hub a day after the first at most, and ends the old subscription', async () => {
  const [old, other] = [hubAt('/old'), hubAt('/new')];
  await name(old);
  await update();
  verify(old);
  await name(other);
  now += DAY_MS - 1;
  await update();
  expect(forms).toEqual([['/old', 'subscribe']]);
  now += 1;
  await update();
  expect(forms.slice(1).sort()).toEqual([
    ['/new', 'subscribe'],
    ['/old', 'unsubscribe'],
  ]);
  expect(stored(old)).toMatchObject({ isWanted: false });
  expect(stored(other)).toMatchObject({ isWanted: true });
});

test.each([
  ['names no hub', () => name(null)],
  ['leaves the list', () => list('https://other.example/feed')],
])('ends the subscription of a feed that %s, and forgets a silent hub', async (_, change) => {
  const hub = hubAt('/hub');
  await name(hub);
  await update();
  verify(hub);
  await change();
  for (const end = now + 3 * DAY_MS; now < end; now += HOUR_MS) await update();
  expect(forms.map(([, mode]) => mode)).toEqual([
    'subscribe',
    'unsubscribe',
    'unsubscribe',
    'unsubscribe',
  ]);
  expect(stored(hub)).toBeUndefined();
});

test('keeps subscriptions while a new catalogue reads its feeds, and ends those that nobody names', async () => {
  const hub = hubAt('/hub');
  await name(hub);
  await update();
  verify(hub);
  catalogue = temporaryCatalogue();
  await catalogue.write(() => listFeeds([{ url: FEED, host: 'show.example' }], now));
  now += 8 * DAY_MS;
  await update();
  expect(forms.map(([, mode]) => mode)).toEqual(['subscribe', 'subscribe']);
  verify(hub);
  await list(FEED);
  now += 8 * DAY_MS;
  await update();
  expect(forms.at(-1)).toEqual(['/hub', 'unsubscribe']);
});

test('asks no hub that cannot reach this site', async () => {
  await name(hubAt('/hub'));
  await update({ ...ACCESS, siteUrl: 'https://earshot.example' });
  expect(forms).toEqual([]);
  expect(world.stored()).toEqual({});
});

test('continues with the next refresh if Firestore is away', async () => {
  await name(hubAt('/hub'));
  const collection = vi.spyOn(world.firestore, 'collection').mockImplementation(() => {
    throw new Error('away');
  });
  expect(await update()).toBe(0);
  collection.mockRestore();
  expect(await update()).toBe(1);
  expect(forms).toEqual([['/hub', 'subscribe']]);
});
