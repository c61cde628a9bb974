import { beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS } from '../contract/index.ts';
import { storedFirestore, type StoredFirestore } from '../platform/testing/stored-firestore.ts';
import { keepLog } from '../testing/test-log.ts';
import { subscriptionId } from './callback-path.ts';
import {
  changeSubscription,
  endSubscription,
  readSubscription,
  subscriptionsToAsk,
  takeReportedFeeds,
  wantSubscription,
} from './firestore-subscriptions.ts';

const NOW = Date.UTC(2026, 10, 30, 12);
const FEED = 'https://show.example/feed';
const HUB = { hub: 'https://hub.example/', topic: FEED };
const ID = subscriptionId(FEED, HUB);

let world: StoredFirestore;

beforeEach(() => {
  world = storedFirestore(() => NOW);
});

const stored = () => world.stored()[`hubSubscriptions/${ID}`];
const feedAt = (at: number) => `https://${at}.example/feed`;

async function wantMany(count: number, fields: (at: number) => object): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const hub = { ...HUB, topic: feedAt(at) };
    await wantSubscription(feedAt(at), hub, NOW);
    world.update(`hubSubscriptions/${subscriptionId(feedAt(at), hub)}`, fields(at));
  }
}

test('wants a subscription once, and again after its end, under the same callback', async () => {
  await wantSubscription(FEED, HUB, NOW);
  const { token, secret } = (await readSubscription(ID))!;
  const before = stored();
  await wantSubscription(FEED, HUB, NOW + 1);
  expect(stored()).toEqual(before);

  await changeSubscription(ID, { tries: 3, dueAtMs: NOW });
  await endSubscription(FEED, HUB, NOW + 2);
  const ended = { isWanted: false, tries: 0, nextAskAtMs: NOW + 2, dueAtMs: null };
  expect(stored()).toMatchObject(ended);
  await changeSubscription(ID, { tries: 2 });
  await endSubscription(FEED, HUB, NOW + 3);
  expect(stored()).toMatchObject({ ...ended, tries: 2 });

  await wantSubscription(FEED, HUB, NOW + 4);
  const wanted = { isWanted: true, tries: 0, nextAskAtMs: NOW + 4 };
  expect(stored()).toMatchObject({ ...wanted, token, secret });
});

test('ends nothing that does not exist', async () => {
  await endSubscription(FEED, HUB, NOW);
  expect(await changeSubscription(ID, { tries: 1 })).toBe(false);
  expect(await changeSubscription(ID, 'deleted')).toBe(true);
  expect(world.stored()).toEqual({});
});

test('reads no document of another form', async () => {
  world.set(`hubSubscriptions/${ID}`, { feedUrl: FEED, nextAskAtMs: NOW });
  expect(await readSubscription(ID)).toBeNull();
  expect(await subscriptionsToAsk(NOW, 10)).toEqual([]);
});

test('asks those first that have been due longest', async () => {
  await wantMany(4, (at) => ({ nextAskAtMs: NOW + HOUR_MS - at * HOUR_MS }));
  const due = await subscriptionsToAsk(NOW, 2);
  expect(due.map(({ feedUrl }) => feedUrl)).toEqual([feedAt(3), feedAt(2)]);
  expect(await subscriptionsToAsk(NOW, 9)).toHaveLength(3);
});

test('takes a hundred reported feeds at a time, the longest due first, each once', async () => {
  await wantMany(103, (at) => ({ dueAtMs: at === 102 ? NOW + 1 : NOW - at }));
  const [some, others] = await Promise.all([takeReportedFeeds(NOW), takeReportedFeeds(NOW)]);
  const urls = [...some, ...others].map(({ feedUrl }) => feedUrl);
  expect(new Set(urls).size).toBe(urls.length);
  expect(urls).toHaveLength(100);
  const left = await takeReportedFeeds(NOW);
  expect(left.map(({ feedUrl }) => feedUrl).sort()).toEqual([feedAt(0), feedAt(1)].sort());
  expect(await takeReportedFeeds(NOW)).toEqual([]);
});

test.each([
  Object.assign(new Error('unavailable'), { code: 14 }),
  new Error('without a code'),
  Object.assign(new TypeError('odd'), { code: 'EPIPE' }),
  null,
])('reports the failure "%s" of Firestore', async (failure) => {
  keepLog();
  await wantMany(1, () => ({ dueAtMs: NOW }));
  const id = subscriptionId(feedAt(0), { ...HUB, topic: feedAt(0) });
  const document = world.firestore.doc(`hubSubscriptions/${id}`);
  vi.spyOn(
    Object.getPrototypeOf(document) as { update: () => Promise<unknown> },
    'update',
  ).mockRejectedValue(failure);
  await expect(changeSubscription(id, { tries: 1 })).rejects.toBe(failure);
  expect(await takeReportedFeeds(NOW)).toEqual([]);
});
