import { Timestamp } from 'firebase/firestore';
import { expect, onTestFinished, test } from 'vitest';
import { openCatalogueFile } from '../../functions/src/catalogue/open-catalogue-file.ts';
import { storeFeed } from '../../functions/src/catalogue/store-feed.ts';
import { feedItem, readingOf } from '../../functions/src/catalogue/test-catalogue.ts';
import { openAlertWorld } from '../support/alert-world.ts';
import { useDocuments } from '../support/use-documents.ts';
import { recordFault, seconds } from './record-fault.ts';

const HOUR_MS = 3_600_000;
const ALERTS = 20_000;
const OTHERS = 50;
const EPISODES = 20_000;

const documents = useDocuments();

/** Stores as many episodes as a week brings, of which every one says "the" and a few a person's word. */
function fillCatalogue(url: string, wordOf: (person: number) => string): void {
  const catalogue = openCatalogueFile(url);
  const items = Array.from({ length: EPISODES }, (_, index) =>
    feedItem({
      description: `The talk is about the ${wordOf(index % (4 * OTHERS))}. ${'And the rest. '.repeat(60)}`,
      publishedAtMs: Date.now() - HOUR_MS - index * 30_000,
    }),
  );
  storeFeed(catalogue, 'https://show.example/feed', readingOf(items), Date.now() - HOUR_MS);
  catalogue.close();
}

test('one person’s 20 000 alerts for “the” cost the others neither their mail nor its hour', async () => {
  // As much as the deployed function has, for all but what is not on the heap.
  const world = await openAlertWorld({ NODE_OPTIONS: '--max-old-space-size=1536' });
  onTestFinished(() => world.close());
  const run = `${process.pid}x${Date.now()}`;
  const wordOf = (person: number) => `word${run}x${person}`;
  fillCatalogue(world.catalogueUrl, wordOf);

  const updatedAt = Timestamp.now();
  const preferences = { cadence: 'hourly', hour: 8, weekday: 1, timeZone: 'UTC', updatedAt };
  const createdAt = Timestamp.fromMillis(Date.now() - 9 * 24 * HOUR_MS);
  const mallory = `mallory-${run}`;
  const others = Array.from({ length: OTHERS }, (_, index) => `other-${run}-${index}`);
  await documents.seed({
    'system/alerts': { lastRunAt: Timestamp.fromMillis(Date.now() - HOUR_MS) },
    [`users/${mallory}`]: preferences,
    ...Object.fromEntries(
      Array.from({ length: ALERTS }, (_, index) => [
        `users/${mallory}/alerts/a${index}`,
        { keyword: 'the', createdAt },
      ]),
    ),
    ...Object.fromEntries(others.map((uid) => [`users/${uid}`, preferences])),
    ...Object.fromEntries(
      others.map((uid, index) => [`users/${uid}/alerts/a`, { keyword: wordOf(index), createdAt }]),
    ),
  });

  const startedMs = Date.now();
  const startedAt = performance.now();
  expect(await world.run({ everyoneDue: false })).toBeNull();
  const tookMs = performance.now() - startedAt;
  const served = new Set(world.tasks.map(({ digestId }) => digestId.split('_')[0]));
  expect(others.filter((uid) => !served.has(uid))).toEqual([]);
  expect(served).toContain(mallory);
  const progress = await documents.read('system/alerts');
  expect((progress?.['lastRunAt'] as Timestamp).toMillis()).toBeGreaterThanOrEqual(startedMs);
  expect(progress).toMatchObject({ missed: [] });
  const peakMib = world.peakMib();

  const before = world.tasks.length;
  expect(await world.run({ everyoneDue: false })).toBeNull();
  expect(world.tasks).toHaveLength(before);
  recordFault({
    fault: `one person has ${ALERTS.toLocaleString('en-US')} alerts for “the”, beside ${OTHERS} others and ${EPISODES.toLocaleString('en-US')} new episodes`,
    seen: `the others nothing: all of them have their digest in a run of ${seconds(tookMs)} and ${peakMib.toFixed(0)} MiB`,
    lost: 'of that person all alerts but the newest 200 are not served',
    recovery: 'at once: the run’s clock has moved on',
  });
});
