import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { updateCatalogue } from '../catalogue/file/update-catalogue.ts';
import { claimFeeds, listFeeds } from '../catalogue/queue/feed-queue.ts';
import { recordHub } from '../catalogue/queue/hub-feeds.ts';
import { recordFetch } from '../catalogue/store/feeds.ts';
import { fetchRecord } from '../catalogue/testing/test-catalogue.ts';
import { HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { subscriptionId } from '../hubs/callback-path.ts';
import { changeSubscription, wantSubscription } from '../hubs/firestore-subscriptions.ts';
import * as settings from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import * as queue from '../platform/enqueue-task.ts';
import { storedFirestore, type StoredFirestore } from '../platform/testing/stored-firestore.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { keepLog } from '../testing/test-log.ts';
import { serveOnLoopback } from '../testing/test-server.ts';
import { refreshReportedFeeds } from './early-refresh.ts';
import { holdRefresh, releaseRefresh, takeRefresh } from './refresh-lease.ts';

const NOW = Date.UTC(2026, 10, 30, 12);
const BUCKET = 'gs://bucket/catalogue.db';

let world: StoredFirestore;
let tasks: [functionName: string, data: unknown][];

beforeEach(() => {
  world = storedFirestore();
  tasks = [];
  keepLog();
  vi.spyOn(queue, 'enqueueTask').mockImplementation((name, data) => {
    tasks.push([name, data]);
    return Promise.resolve();
  });
});

function use(catalogueUrl: string): void {
  const chosen = { CATALOGUE_URL: catalogueUrl, FUNCTIONS_EMULATOR: true, ALERTS_ENABLED: true };
  vi.spyOn(settings, 'config').mockReturnValue(chosen as Config);
}

test('takes turns with other refreshes of a catalogue in a bucket', async () => {
  use(BUCKET);
  expect(await takeRefresh(NOW, NOW + MINUTE_MS)).toBe(true);
  expect(await takeRefresh(NOW, NOW + MINUTE_MS)).toBe(false);
  expect(await takeRefresh(NOW + MINUTE_MS, NOW + HOUR_MS)).toBe(true);
  await holdRefresh(NOW + 2 * HOUR_MS);
  await releaseRefresh(NOW + HOUR_MS);
  expect(await takeRefresh(NOW, NOW + MINUTE_MS)).toBe(false);
  await releaseRefresh(NOW + 2 * HOUR_MS);
  expect(await takeRefresh(NOW, NOW + MINUTE_MS)).toBe(true);
});

test.each(['file:catalogue.db', 'postgres://earshot@db.example/earshot'])(
  'takes no turns with %s',
  async (url) => {
    use(url);
    await holdRefresh(NOW + HOUR_MS);
    expect(await takeRefresh(NOW, NOW + MINUTE_MS)).toBe(true);
    expect(world.stored()).toEqual({});
  },
);

test('waits a minute while a scheduled refresh replaces the catalogue, and keeps what is due', async () => {
  use(BUCKET);
  await holdRefresh(NOW + HOUR_MS);
  const hub = { hub: 'https://hub.example/', topic: 'https://show.example/feed' };
  await wantSubscription(hub.topic, hub, NOW);
  const id = subscriptionId(hub.topic, hub);
  await changeSubscription(id, { dueAtMs: NOW });
  await refreshReportedFeeds(NOW, 1000);
  expect(tasks).toEqual([['refreshFeeds', { reported: true }]]);
  expect(world.stored()[`hubSubscriptions/${id}`]).toMatchObject({ dueAtMs: NOW });
});

test('fetches only reported feeds, and starts alerts if one has news', async () => {
  const fetched: string[] = [];
  const host = await serveOnLoopback((request, response) => {
    fetched.push(request.url ?? '');
    response.end(`<rss version="2.0"><channel><title>Show</title><item><title>One</title>
      <link>https://show.example${request.url}</link></item></channel></rss>`);
  });
  const url = `file:${path.join(temporaryFolder(), 'catalogue.db')}`;
  use(url);
  const now = Date.now();
  const [reported, other, failing] = ['/a', '/b', '/c'].map((name) => `${host}${name}`) as [
    string,
    string,
    string,
  ];
  await updateCatalogue(url, async (catalogue) => {
    const feeds = [reported, other, failing].map((each) => ({
      url: each,
      host: new URL(host).host,
    }));
    await catalogue.write(() => listFeeds(feeds, now));
    for (const each of feeds) {
      const failures = each.url === failing ? 3 : 0;
      const record = fetchRecord({ failures, nextFetchAtMs: now + HOUR_MS, fetchedAtMs: now });
      await catalogue.write(() => recordFetch(each.url, record));
      await catalogue.write(() => recordHub(each.url, { hub: `${host}/hub`, topic: each.url }));
    }
  });
  for (const feed of [reported, failing, 'https://gone.example/feed']) {
    const hub = { hub: `${host}/hub`, topic: feed };
    await wantSubscription(feed, hub, now);
    await changeSubscription(subscriptionId(feed, hub), { dueAtMs: now });
  }
  await refreshReportedFeeds(now, 60_000);
  expect(fetched).toEqual(['/a']);
  expect(tasks).toEqual([['planAlerts', { after: 'refresh' }]]);
  const vain = Object.values(world.stored()).map((each) => (each as { vain: number }).vain);
  expect(vain.sort()).toEqual([0, 1, 1]);

  // Another worker may have fetched the feed before its news.
  const hub = { hub: `${host}/hub`, topic: reported };
  const id = subscriptionId(reported, hub);
  await changeSubscription(id, { dueAtMs: now });
  await updateCatalogue(url, async (catalogue) => {
    await catalogue.write(() => recordHub(reported, hub));
    await catalogue.write(() => claimFeeds({ now, dueMs: now, limit: 1, among: [reported] }));
  });
  await refreshReportedFeeds(now, 60_000);
  expect(fetched).toEqual(['/a']);
  expect(world.stored()[`hubSubscriptions/${id}`]).toMatchObject({ dueAtMs: now, vain: 0 });
  expect(tasks.pop()).toEqual(['refreshFeeds', { reported: true }]);
  await changeSubscription(id, { dueAtMs: null });

  await refreshReportedFeeds(now + 1, 60_000);
  expect(fetched).toEqual(['/a']);
});
