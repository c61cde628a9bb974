import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import type { Catalogue } from '../sqlite/sqlite-database.ts';
import { catalogueContents } from '../sqlite/sqlite-contents.ts';
import type { FeedItem } from '../../feeds/feed-model.ts';
import { mergeIndex } from '../sqlite/merge-index.ts';
import { pruneEpisodes } from '../sqlite/prune-sqlite.ts';
import { queryCatalogue } from '../sqlite/sqlite-query.ts';
import { storeFeed } from '../sqlite/sqlite-store-feed.ts';
import { feedItem, NOW, readingOf, temporaryCatalogue } from '../test-catalogue.ts';

const FEED = 'https://show.example/feed';

function store(catalogue: Catalogue, items: FeedItem[], now = NOW) {
  return storeFeed(catalogue, FEED, readingOf(items), now);
}

function rows(catalogue: Catalogue) {
  return catalogue
    .connection()
    .prepare(
      'SELECT title, pub_date_ms AS publishedAtMs, ingested_at_ms AS ingestedAtMs FROM episodes ORDER BY id DESC',
    )
    .all();
}

/** FTS5's own check of the index against the episodes; throws when they differ. */
function checkIndex(catalogue: Catalogue): void {
  catalogue
    .connection()
    .exec("INSERT INTO episodes_fts (episodes_fts, rank) VALUES ('integrity-check', 1)");
}

function total(catalogue: Catalogue, keyword: string): number {
  return queryCatalogue(catalogue, { keywords: [keyword], limit: 100, totalLimit: 1000 }).total;
}

describe('storing a feed', () => {
  it('counts what is new, changed and the same, and writes nothing for the same', () => {
    const catalogue = temporaryCatalogue();
    const [first, second] = [feedItem(), feedItem()];
    expect(store(catalogue, [first, second])).toEqual({
      new: 2,
      updated: 0,
      unchanged: 0,
      dropped: {},
    });
    const changed = { ...second, title: 'changed' };
    expect(store(catalogue, [feedItem(), first, changed], NOW + HOUR_MS)).toMatchObject({
      new: 1,
      updated: 1,
      unchanged: 1,
    });

    const changes = () => catalogue.connection().prepare('SELECT total_changes() AS n').raw().all();
    const before = changes();
    store(catalogue, [first, changed], NOW + HOUR_MS);
    // The feed's own row alone.
    expect(changes()).toEqual([[Number((before as number[][])[0]![0]) + 1]]);
  });

  it('updates an episode of which only the duration became known', () => {
    const catalogue = temporaryCatalogue();
    const item = feedItem({ title: 'timed' });
    store(catalogue, [item]);
    expect(store(catalogue, [{ ...item, durationSeconds: 60 }])).toMatchObject({ updated: 1 });
    const query = { keywords: ['timed'], limit: 1, totalLimit: 1 };
    expect(queryCatalogue(catalogue, query).episodes[0]?.duration_s).toBe(60);
  });

  it('keeps the time of ingestion when an episode changes', () => {
    const catalogue = temporaryCatalogue();
    const item = feedItem({ title: 'before', publishedAtMs: NOW - HOUR_MS });
    store(catalogue, [item]);
    store(catalogue, [{ ...item, title: 'after', publishedAtMs: NOW }], NOW + HOUR_MS);
    expect(rows(catalogue)).toEqual([{ title: 'after', publishedAtMs: NOW, ingestedAtMs: NOW }]);
    expect([total(catalogue, 'before'), total(catalogue, 'after')]).toEqual([0, 1]);
  });

  it('moves an episode whose date changed to its new place', () => {
    const catalogue = temporaryCatalogue();
    const [older, newer] = [
      feedItem({ title: 'older', publishedAtMs: NOW - 2 * HOUR_MS }),
      feedItem({ title: 'newer', publishedAtMs: NOW - HOUR_MS }),
    ];
    store(catalogue, [newer, older]);
    store(catalogue, [newer, { ...older, publishedAtMs: NOW }]);
    expect(rows(catalogue)).toMatchObject([{ title: 'older' }, { title: 'newer' }]);
  });

  it('keeps what the feed no longer lists, and everything when it lists nothing', () => {
    const catalogue = temporaryCatalogue();
    store(catalogue, [feedItem(), feedItem()]);
    expect(store(catalogue, [])).toEqual({ new: 0, updated: 0, unchanged: 0, dropped: {} });
    expect(rows(catalogue)).toHaveLength(2);
  });

  it('takes the same guid in two feeds for two episodes', () => {
    const catalogue = temporaryCatalogue();
    const item = feedItem();
    storeFeed(catalogue, 'https://a.example/feed', readingOf([item]), NOW);
    storeFeed(catalogue, 'https://b.example/feed', readingOf([item]), NOW);
    expect(catalogueContents(catalogue)).toEqual({ episodes: 2, podcasts: 2, refreshedAtMs: null });
  });

  it('takes an episode known by its audio for the same while the address gets another query, or host', () => {
    const catalogue = temporaryCatalogue();
    const item = feedItem({ guid: null, link: null });
    for (let hour = 0; hour < 6; hour += 1) {
      const host = hour < 4 ? 'audio' : 'moved';
      const audio = `https://${host}.example/1.mp3?expires=${hour}`;
      store(catalogue, [{ ...item, audio }], NOW + hour * HOUR_MS);
    }
    expect(rows(catalogue)).toMatchObject([{ ingestedAtMs: NOW }]);
  });

  it('stores all of a feed or nothing', () => {
    const catalogue = temporaryCatalogue();
    catalogue.connection().exec(`
      CREATE TRIGGER fails AFTER INSERT ON episodes WHEN new.title = 'last'
      BEGIN SELECT raise(ABORT, 'power cut'); END`);
    const items = [feedItem({ title: 'last', publishedAtMs: NOW }), feedItem()];
    expect(() => store(catalogue, items)).toThrow('power cut');
    expect(rows(catalogue)).toEqual([]);
    expect(store(catalogue, items.slice(1)).new).toBe(1);
    checkIndex(catalogue);
  });
});

describe('dates', () => {
  it('are refused more than a day ahead and more than 35 days ago', () => {
    const catalogue = temporaryCatalogue();
    const at = (publishedAtMs: number) => feedItem({ publishedAtMs });
    const items = [
      at(NOW + DAY_MS),
      at(NOW + DAY_MS + 1),
      at(NOW - 35 * DAY_MS),
      at(NOW - 35 * DAY_MS - 1),
      at(-1),
    ];
    const reading = { ...readingOf(items), dropped: { 'no-title': 3, 'too-old': 1 } };
    expect(storeFeed(catalogue, FEED, reading, NOW)).toEqual({
      new: 2,
      updated: 0,
      unchanged: 0,
      dropped: { 'no-title': 3, 'too-old': 3, 'future-date': 1 },
    });
  });

  it('that turn out to be too old remove the episode, those too far ahead leave it', () => {
    const catalogue = temporaryCatalogue();
    const [old, future] = [feedItem(), feedItem({ title: 'future' })];
    store(catalogue, [old, future]);
    store(catalogue, [
      { ...old, publishedAtMs: 0 },
      { ...future, publishedAtMs: NOW + 9 * DAY_MS },
    ]);
    expect(rows(catalogue)).toMatchObject([{ title: 'future', publishedAtMs: NOW - HOUR_MS }]);
  });

  it('are the time an item was first seen where the feed gives none', () => {
    const catalogue = temporaryCatalogue();
    const item = feedItem({ publishedAtMs: null });
    store(catalogue, [item]);
    expect(store(catalogue, [item], NOW + DAY_MS)).toMatchObject({ new: 0, unchanged: 1 });
    expect(rows(catalogue)).toMatchObject([{ publishedAtMs: NOW }]);
  });

  it('of undated items are remembered as long as the feed lists them, so that none comes back as new', () => {
    const catalogue = temporaryCatalogue();
    const item = feedItem({ publishedAtMs: null });
    store(catalogue, [item]);
    const later = NOW + 36 * DAY_MS;
    pruneEpisodes(catalogue, later);
    expect(store(catalogue, [item], later)).toMatchObject({ new: 0, dropped: { 'too-old': 1 } });
    expect(store(catalogue, [item], later + DAY_MS)).toMatchObject({
      new: 0,
      dropped: { 'too-old': 1 },
    });
    store(catalogue, [feedItem({ publishedAtMs: null })], later + DAY_MS + HOUR_MS);
    expect(store(catalogue, [item], later + 2 * DAY_MS)).toMatchObject({ new: 1 });
  });
});

describe('pruning', () => {
  it('removes what became older than 35 days', () => {
    const catalogue = temporaryCatalogue();
    store(catalogue, [feedItem({ title: 'kept' }), feedItem({ publishedAtMs: NOW - 34 * DAY_MS })]);
    expect(pruneEpisodes(catalogue, NOW)).toBe(0);
    expect(pruneEpisodes(catalogue, NOW + 2 * DAY_MS)).toBe(1);
    expect(rows(catalogue)).toMatchObject([{ title: 'kept' }]);
    checkIndex(catalogue);
  });
});

describe('the index', () => {
  it('is in step with the episodes after any sequence of feeds', { timeout: 30_000 }, () => {
    const item = fc.record({
      guid: fc.constantFrom('a', 'b', 'c', 'd', null),
      title: fc.constantFrom('one two', 'Two', '\0three', '\uD800', 'é\u0301', '🤖x'),
      link: fc.constantFrom('https://show.example/', 'https://show.example/1', null),
      audio: fc.constantFrom('https://audio.example/1', 'https://audio.example/2', null),
      image: fc.constant(null),
      description: fc.oneof(
        fc.constantFrom('', 'two words'),
        fc.string({ unit: 'binary', maxLength: 30 }),
      ),
      publishedAtMs: fc.constantFrom(
        NOW,
        NOW + 500,
        NOW - HOUR_MS,
        NOW - 34.9 * DAY_MS,
        0,
        NOW + 3 * DAY_MS,
        null,
      ),
      durationSeconds: fc.constantFrom(60, null),
    });
    const feed = fc.record({
      url: fc.constantFrom('https://a.example/', 'https://b.example/'),
      items: fc.array(item, { maxLength: 6 }),
      prune: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(feed, { maxLength: 8 }), (feeds) => {
        const catalogue = temporaryCatalogue();
        try {
          for (const [run, { url, items, prune }] of feeds.entries()) {
            const now = NOW + run * 8 * HOUR_MS;
            const outcome = storeFeed(catalogue, url, readingOf(items), now);
            const again = storeFeed(catalogue, url, readingOf(items), now);
            expect(again).toMatchObject({
              new: 0,
              updated: 0,
              unchanged: outcome.new + outcome.updated + outcome.unchanged,
            });
            if (prune) pruneEpisodes(catalogue, now);
            if (prune) mergeIndex(catalogue);
          }
          checkIndex(catalogue);
        } finally {
          catalogue.close();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is found broken by the check when it is', () => {
    const catalogue = temporaryCatalogue();
    store(catalogue, [feedItem()]);
    catalogue
      .connection()
      .exec("DROP TRIGGER episodes_updated; UPDATE episodes SET title = 'other'");
    expect(() => checkIndex(catalogue)).toThrow(/malformed|corrupt/);
  });
});
