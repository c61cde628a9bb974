import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { recordFetch } from '../store/feeds.ts';
import { fetchRecord, NOW } from '../testing/test-catalogue.ts';
import { ENGINES } from '../testing/test-engines.ts';
import { claimFeeds, listFeeds } from './feed-queue.ts';
import { blockFeed } from './feed-state.ts';
import { followFeeds } from './followed-feeds.ts';
import { hubsOf, makeDue, recordHub, recordHubTold, untoldHubs } from './hub-feeds.ts';

const feedAt = (name: string) => ({ url: `https://${name}.example/feed`, host: `${name}.example` });
const [A, B] = [feedAt('a'), feedAt('b')];
const HUB = { hub: 'https://hub.example/', topic: A.url };
const OTHER = { hub: 'https://other.example/', topic: A.url };

describe.each(ENGINES)('the hubs of feeds on $engine', ({ open }) => {
  async function opened() {
    const { catalogue } = await open();
    await catalogue.write(() => listFeeds([A, B], NOW));
    const fetched = (url: string, record: Parameters<typeof fetchRecord>[0] = {}) =>
      catalogue.write(() =>
        recordFetch(url, fetchRecord({ nextFetchAtMs: NOW + HOUR_MS, ...record })),
      );
    const due = async () =>
      (await catalogue.write(() => claimFeeds({ now: NOW, dueMs: NOW, limit: 9 }))).map(
        ({ url }) => url,
      );
    await fetched(A.url);
    await fetched(B.url);
    return { catalogue, fetched, due };
  }

  test('lists a feed once for each change of its hub, at most once a day', async () => {
    const { catalogue } = await opened();
    const untold = (now: number) => catalogue.read(() => untoldHubs(now));
    await catalogue.write(() => recordHub(A.url, HUB));
    expect(await untold(NOW)).toEqual([{ url: A.url, named: HUB, told: null }]);
    await catalogue.write(() => recordHubTold(A.url, HUB, NOW));
    expect(await untold(NOW)).toEqual([]);

    await catalogue.write(() => recordHub(A.url, OTHER));
    expect(await untold(NOW + DAY_MS - 1)).toEqual([]);
    expect(await untold(NOW + DAY_MS)).toEqual([{ url: A.url, named: OTHER, told: HUB }]);
    await catalogue.write(() => recordHub(A.url, null));
    expect(await untold(NOW + DAY_MS)).toEqual([{ url: A.url, named: null, told: HUB }]);
    await catalogue.write(() => recordHubTold(A.url, null, NOW + DAY_MS));
    expect(await untold(NOW + 2 * DAY_MS)).toEqual([]);
  });

  test('names no hub for a feed that is blocked or left the list', async () => {
    const { catalogue } = await opened();
    for (const { url } of [A, B]) {
      await catalogue.write(() => recordHub(url, HUB));
      await catalogue.write(() => recordHubTold(url, HUB, NOW - DAY_MS));
    }
    const hubs = () => catalogue.read(() => hubsOf([A.url, B.url, 'unknown']));
    expect([...(await hubs()).values()]).toEqual([HUB, HUB, null]);
    await catalogue.write(() => listFeeds([A], NOW));
    await catalogue.write(() => blockFeed(A.url, NOW));
    expect([...(await hubs()).values()]).toEqual([null, null, null]);
    expect(await catalogue.read(() => untoldHubs(NOW))).toEqual(
      [A, B].map(({ url }) => ({ url, named: null, told: HUB })),
    );
    expect(await catalogue.write(() => makeDue([A.url, B.url], NOW))).toEqual([]);
  });

  test('tells no hub about a followers-only feed', async () => {
    const { catalogue, fetched } = await opened();
    const { url, host } = feedAt('secret');
    const followed = { url, host, title: '', followers: 1, changedAtMs: NOW };
    await catalogue.write(() => followFeeds([followed], NOW));
    await catalogue.write(() => recordHub(url, { ...HUB, topic: url }));
    expect(await catalogue.read(() => untoldHubs(NOW))).toEqual([]);
    expect((await catalogue.read(() => hubsOf([url]))).size).toBe(0);
    await fetched(url);
    expect(await catalogue.read(() => hubsOf([url]))).toEqual(new Map([[url, null]]));
    expect(await catalogue.write(() => makeDue([url], NOW))).toEqual([]);
  });

  test('makes only feeds due that name a hub and did not fail', async () => {
    const { catalogue, fetched, due } = await opened();
    expect(await catalogue.write(() => makeDue([A.url], NOW))).toEqual([]);
    await catalogue.write(() => recordHub(A.url, HUB));
    await catalogue.write(() => recordHub(B.url, HUB));
    expect(await due()).toEqual([]);
    await fetched(B.url, { failures: 1, failure: 'asked-to-wait' });
    expect(await catalogue.write(() => makeDue([A.url, B.url, 'unknown'], NOW))).toEqual([A.url]);
    expect(await due()).toEqual([A.url]);
  });
});
