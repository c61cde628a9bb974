import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../contract/index.ts';
import type { FeedItem } from '../feeds/feed-model.ts';
import { readFeed } from '../feeds/read/read-feed.ts';
import type { WritableCatalogue } from './catalogue.ts';
import { changedEpisodes } from './store/new-episodes.ts';
import { fetchRecord, feedItem, NOW, readingOf } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';
import { recordFetch } from './store/feeds.ts';
import { storeFeed } from './store/store-feed.ts';

const FEED = 'https://show.example/feed';
/** Friday noon. The fixtures are from this day and the days before. */
const FRIDAY = Date.UTC(2026, 10, 27, 12);

function itemsOf(name: string, now: number) {
  const bytes = readFileSync(new URL(`fixtures/${name}`, import.meta.url));
  const reading = readFeed(bytes, 'application/rss+xml', now, FEED);
  if (reading.kind !== 'read') throw new Error(`${name} cannot be read`);
  return reading;
}

async function readCase(catalogue: WritableCatalogue, name: string, now: number) {
  return await catalogue.write(() => storeFeed(FEED, itemsOf(name, now), now));
}

/** Returns the episodes that alerts include, newest first. */
async function alerted(catalogue: WritableCatalogue) {
  const found: {
    item: string;
    title: string;
    pubDateMs: number;
    newAtOnce?: number | undefined;
  }[] = [];
  const window = { storedSinceMs: 0, publishedSinceMs: 0 };
  for await (const { item, title, pubDateMs, newAtOnce } of changedEpisodes(catalogue, 0, window))
    found.push({ item, title, pubDateMs, newAtOnce });
  return found.sort((left, right) => right.pubDateMs - left.pubDateMs);
}

const many = (count: number, item: (at: number) => Partial<FeedItem>) =>
  Array.from({ length: count }, (_, at) => feedItem({ durationSeconds: 901 + at, ...item(at) }));

describe.each(ENGINES)('publisher mistakes on $engine', ({ open }) => {
  describe('one guid for all episodes', () => {
    test('alerts get each episode of a shared guid once, even if its title is corrected', async () => {
      const { catalogue, checkIndex } = await open();
      const items = new Set<string>();
      for (const [at, name] of ['1', '2', '3', '4-corrected'].entries()) {
        await readCase(catalogue, `40-guid-reused/reading-${name}.xml`, FRIDAY + (at - 2) * DAY_MS);
        for (const { item } of await alerted(catalogue)) items.add(item);
      }
      expect((await alerted(catalogue)).map(({ title }) => title)).toEqual([
        'Harbour tunnel delayed again',
        'Tallow Bank names Okonkwo',
        'Ferry strike ends',
      ]);
      expect(items.size).toBe(3);
      await checkIndex();
    });

    test('stores all items of one feed that share a guid', async () => {
      const { catalogue } = await open();
      const name = '40-guid-reused/two-in-one.xml';
      expect(await readCase(catalogue, name, FRIDAY)).toMatchObject({ new: 3, dropped: {} });
      expect(await readCase(catalogue, name, FRIDAY + HOUR_MS)).toMatchObject({ unchanged: 3 });
    });
  });

  test('alerts get each edition of a day with one guid once, even if its title is corrected', async () => {
    const { catalogue, checkIndex } = await open();
    const items = new Set<string>();
    for (const [at, name] of ['1', '2', '3', '3', '1', '3'].entries()) {
      const now = FRIDAY + 6 * HOUR_MS + at * HOUR_MS;
      await readCase(catalogue, `94-one-guid-a-day/reading-${name}.xml`, now);
      for (const { item } of await alerted(catalogue)) items.add(item);
    }
    expect((await alerted(catalogue)).map(({ title }) => title)).toEqual([
      'Evening news, corrected',
      'Morning news',
    ]);
    expect(items.size).toBe(2);
    await checkIndex();
  });

  describe('dates that are the time of the request', () => {
    test('a date that is the time of the request is stored once', async () => {
      const { catalogue } = await open();
      await readCase(catalogue, '41-date-moves/reading-1.xml', FRIDAY - 2 * HOUR_MS);
      const first = await alerted(catalogue);
      for (const [at, name] of ['2', '3'].entries()) {
        const now = FRIDAY + (at - 1) * HOUR_MS;
        expect(await readCase(catalogue, `41-date-moves/reading-${name}.xml`, now)).toMatchObject({
          new: 0,
          updated: 0,
          unchanged: 12,
        });
      }
      expect(await alerted(catalogue)).toEqual(first);
    });

    test('items dated by the request are never new again after 35 days', async () => {
      const { catalogue } = await open();
      const items = many(3, () => ({}));
      const keys = new Set<string>();
      for (let day = 0; day < 50; day += 1) {
        const now = NOW + day * DAY_MS;
        await catalogue.prune(now);
        const dated = items.map((item) => ({ ...item, publishedAtMs: now }));
        await catalogue.write(() => storeFeed(FEED, readingOf(dated), now));
        for (const { item, pubDateMs } of await alerted(catalogue))
          keys.add(`${item} ${pubDateMs}`);
      }
      expect(keys.size).toBe(3);
      expect(await alerted(catalogue)).toEqual([]);
    });

    test('a request time in another time zone is stored once', async () => {
      const { catalogue } = await open();
      const items = many(4, () => ({}));
      const read = (now: number) => {
        const dated = items.map((item) => ({ ...item, publishedAtMs: now - 8 * HOUR_MS }));
        return catalogue.write(() => storeFeed(FEED, readingOf(dated), now));
      };
      await read(NOW);
      expect(await read(NOW + HOUR_MS)).toMatchObject({ updated: 0, unchanged: 4 });
    });

    test('a request time of an item without a guid is stored once', async () => {
      const { catalogue } = await open();
      const items = many(4, () => ({ guid: null }));
      const read = (now: number) => {
        const dated = items.map((item) => ({ ...item, publishedAtMs: now }));
        return catalogue.write(() => storeFeed(FEED, readingOf(dated), now));
      };
      await read(NOW);
      for (let day = 1; day < 5; day += 1)
        expect(await read(NOW + day * DAY_MS)).toMatchObject({ updated: 0, unchanged: 4 });
    });
  });

  test('limits a future date to the time when the episode was first seen', async () => {
    const { catalogue } = await open();
    const item = feedItem({ publishedAtMs: NOW + 9 * HOUR_MS });
    for (const now of [NOW, NOW + 10 * HOUR_MS]) {
      await catalogue.write(() => storeFeed(FEED, readingOf([item]), now));
      expect(await alerted(catalogue)).toMatchObject([{ pubDateMs: NOW }]);
    }
  });

  describe('an episode that comes back', () => {
    test('alerts get an episode once that is republished with a new guid and date', async () => {
      const { catalogue } = await open();
      await readCase(catalogue, '42-republished/reading-1-early.xml', FRIDAY - DAY_MS);
      const first = await alerted(catalogue);
      const outcome = await readCase(catalogue, '42-republished/reading-2-public.xml', FRIDAY);
      expect(outcome).toMatchObject({ new: 0 });
      expect(await alerted(catalogue)).toEqual(first);
    });

    test('stores bulletins of the same title as separate episodes', async () => {
      const { catalogue } = await open();
      const name = '42-republished/control-bulletins.xml';
      expect(await readCase(catalogue, name, FRIDAY)).toMatchObject({ new: 12 });
      expect(await alerted(catalogue)).toHaveLength(12);
    });
  });

  test('numbered titles and new guids cause no new alerts', async () => {
    const { catalogue } = await open();
    const items = many(14, (at) => ({ publishedAtMs: NOW - at * DAY_MS }));
    await catalogue.write(() => storeFeed(FEED, readingOf(items), NOW));
    const keys = (await alerted(catalogue)).map(({ item }) => item);
    const numbered = items.map((item, at) => ({
      ...item,
      guid: `n-${at}`,
      title: `Ep. ${at}: ${item.title}`,
    }));
    const outcome = await catalogue.write(() =>
      storeFeed(FEED, readingOf(numbered), NOW + HOUR_MS),
    );
    expect(outcome).toMatchObject({ new: 0, updated: 14 });
    expect((await alerted(catalogue)).map(({ item }) => item)).toEqual(keys);
  });

  describe('more than ten new items of a known show', () => {
    const old = many(41, (at) => ({ title: `Old ${at}`, publishedAtMs: NOW - (40 + at) * DAY_MS }));

    test('alerts include only the newest three of more than ten new items', async () => {
      const { catalogue } = await open();
      await catalogue.write(() => storeFeed(FEED, readingOf(old), NOW));
      const newestAtMs = NOW - 40 * DAY_MS;
      await catalogue.write(() => recordFetch(FEED, fetchRecord({ newestAtMs })));
      const anew = old.map((item) => ({ ...item, publishedAtMs: NOW + HOUR_MS }));
      for (const now of [NOW + HOUR_MS, NOW + 2 * HOUR_MS]) {
        await catalogue.write(() => storeFeed(FEED, readingOf(anew), now));
        const found = await alerted(catalogue);
        expect(found.map(({ title }) => title).sort()).toEqual(['Old 0', 'Old 1', 'Old 2']);
        expect(found.map(({ newAtOnce }) => newAtOnce)).toEqual([41, 41, 41]);
      }
      expect((await catalogue.contents()).episodes).toBe(41);
    });

    test('alerts include all of ten new items, and all items of a new show', async () => {
      const { catalogue } = await open();
      const [first, ...others] = many(11, (at) => ({ publishedAtMs: NOW - at * HOUR_MS }));
      await catalogue.write(() => storeFeed(FEED, readingOf([first!]), NOW));
      await catalogue.write(() => storeFeed(FEED, readingOf([first!, ...others]), NOW + HOUR_MS));
      await catalogue.write(() =>
        storeFeed('https://new.example/', readingOf(many(12, () => ({}))), NOW),
      );
      const found = await alerted(catalogue);
      expect(found).toHaveLength(23);
      expect(found.some(({ newAtOnce }) => newAtOnce !== undefined)).toBe(false);
    });
  });
});
