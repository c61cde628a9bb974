import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import type { Chapter, TranscriptSource } from '../../feeds/feed-model.ts';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import type { FeedItem } from '../../feeds/feed-model.ts';
import type { WritableCatalogue } from '../catalogue.ts';
import { feedItem, NOW, readingOf } from '../testing/test-catalogue.ts';
import { ENGINES } from '../testing/test-engines.ts';
import { newEpisodes } from '../testing/new-episodes.ts';
import { storeFeed } from './store-feed.ts';
import { changedEpisodes } from './new-episodes.ts';

const FEED = 'https://show.example/feed';

function store(catalogue: WritableCatalogue, items: FeedItem[], now = NOW) {
  return catalogue.write(() => storeFeed(FEED, readingOf(items), now));
}

/** Returns the stored episodes, newest first. */
async function rows(catalogue: WritableCatalogue) {
  const stored: { title: string; publishedAtMs: number; ingestedAtMs: number }[] = [];
  for await (const { title, pubDateMs, ingestedAtMs } of newEpisodes(catalogue, 0, 0)) {
    stored.push({ title, publishedAtMs: pubDateMs, ingestedAtMs });
  }
  return stored;
}

async function total(catalogue: WritableCatalogue, keyword: string): Promise<number> {
  return (await catalogue.query({ keywords: [keyword], limit: 100, totalLimit: 1000 })).total;
}

describe.each(ENGINES)('a catalogue on $engine', ({ open, pace }) => {
  describe('storing a feed', () => {
    it('counts new, changed and unchanged items', async () => {
      const { catalogue } = await open();
      const [first, second] = [feedItem(), feedItem()];
      expect(await store(catalogue, [first, second])).toEqual({
        new: 2,
        updated: 0,
        unchanged: 0,
        dropped: {},
      });
      const changed = { ...second, title: 'changed' };
      expect(await store(catalogue, [feedItem(), first, changed], NOW + HOUR_MS)).toMatchObject({
        new: 1,
        updated: 1,
        unchanged: 1,
      });
    });

    it('deletes and skips episodes that their publisher blocks', async () => {
      const { catalogue } = await open();
      const [first, second, third] = [1, 2, 3].map((at) => feedItem({ title: `Talk ${at}` }));
      const reading = { ...readingOf([third!]), blocked: [first!, second!] };
      await store(catalogue, [first!, third!]);
      expect(await total(catalogue, 'talk')).toBe(2);
      await catalogue.write(() => storeFeed(FEED, reading, NOW + HOUR_MS));
      expect((await rows(catalogue)).map(({ title }) => title)).toEqual(['Talk 3']);
      expect(await total(catalogue, 'talk')).toBe(1);
      // The publisher unblocks the episode.
      await store(catalogue, [first!, second!, third!], NOW + 2 * HOUR_MS);
      expect(await total(catalogue, 'talk')).toBe(3);
    });

    it('keeps the ingestion time of an episode that changes', async () => {
      const { catalogue } = await open();
      const item = feedItem({ title: 'before', publishedAtMs: NOW - HOUR_MS });
      await store(catalogue, [item]);
      await store(catalogue, [{ ...item, title: 'after', publishedAtMs: NOW }], NOW + HOUR_MS);
      expect(await rows(catalogue)).toEqual([
        { title: 'after', publishedAtMs: NOW, ingestedAtMs: NOW },
      ]);
      expect([await total(catalogue, 'before'), await total(catalogue, 'after')]).toEqual([0, 1]);
    });

    it('updates an episode whose duration becomes known', async () => {
      const { catalogue } = await open();
      const item = feedItem({ title: 'word' });
      await store(catalogue, [item]);
      const known = { ...item, durationSeconds: 60 };
      expect(await store(catalogue, [known])).toMatchObject({ updated: 1 });
      const { episodes } = await catalogue.query({ keywords: ['word'], limit: 1, totalLimit: 1 });
      expect(episodes[0]?.duration_s).toBe(60);
    });

    it('moves an episode whose date changes', async () => {
      const { catalogue } = await open();
      const [older, newer] = [
        feedItem({ title: 'older', publishedAtMs: NOW - 2 * HOUR_MS }),
        feedItem({ title: 'newer', publishedAtMs: NOW - HOUR_MS }),
      ];
      await store(catalogue, [newer, older]);
      await store(catalogue, [newer, { ...older, publishedAtMs: NOW }]);
      expect(await rows(catalogue)).toMatchObject([{ title: 'older' }, { title: 'newer' }]);
    });

    it('keeps episodes that the feed no longer lists, even all of them', async () => {
      const { catalogue } = await open();
      await store(catalogue, [feedItem(), feedItem()]);
      expect(await store(catalogue, [])).toEqual({ new: 0, updated: 0, unchanged: 0, dropped: {} });
      expect(await rows(catalogue)).toHaveLength(2);
    });

    it('stores the same guid in two feeds as two episodes', async () => {
      const { catalogue } = await open();
      const item = feedItem();
      await catalogue.write(() => storeFeed('https://a.example/feed', readingOf([item]), NOW));
      await catalogue.write(() => storeFeed('https://b.example/feed', readingOf([item]), NOW));
      expect(await catalogue.contents()).toEqual({
        episodes: 2,
        podcasts: 2,
        spoken: 0,
        refreshedAtMs: null,
        nextFetchAtMs: null,
      });
    });

    it('recognizes an episode by its audio when the query or host of the URL changes', async () => {
      const { catalogue } = await open();
      const item = feedItem({ guid: null, link: null });
      for (let hour = 0; hour < 6; hour += 1) {
        const host = hour < 4 ? 'audio' : 'moved';
        const audio = `https://${host}.example/1.mp3?expires=${hour}`;
        await store(catalogue, [{ ...item, audio }], NOW + hour * HOUR_MS);
      }
      expect(await rows(catalogue)).toMatchObject([{ ingestedAtMs: NOW }]);
    });

    it('stores nothing of a feed if one episode fails', async () => {
      const { catalogue, checkIndex, refuseTitle } = await open();
      await catalogue.contents();
      await refuseTitle('last');
      const items = [feedItem({ title: 'last', publishedAtMs: NOW }), feedItem()];
      await expect(store(catalogue, items)).rejects.toThrow();
      expect(await rows(catalogue)).toEqual([]);
      expect((await store(catalogue, items.slice(1))).new).toBe(1);
      await checkIndex();
    });
  });

  describe('dates', () => {
    it('rejects dates more than a day ahead or more than 35 days ago', async () => {
      const { catalogue } = await open();
      const at = (publishedAtMs: number) => feedItem({ publishedAtMs });
      const items = [
        at(NOW + DAY_MS),
        at(NOW + DAY_MS + 1),
        at(NOW - 35 * DAY_MS),
        at(NOW - 35 * DAY_MS - 1),
        at(-1),
      ];
      const reading = { ...readingOf(items), dropped: { empty: 3, 'too-old': 1 } };
      expect(await catalogue.write(() => storeFeed(FEED, reading, NOW))).toEqual({
        new: 2,
        updated: 0,
        unchanged: 0,
        dropped: { empty: 3, 'too-old': 3, 'future-date': 1 },
      });
    });

    it('removes an episode whose new date is too old, and ignores a date too far ahead', async () => {
      const { catalogue } = await open();
      const [old, future] = [feedItem(), feedItem({ title: 'future' })];
      await store(catalogue, [old, future]);
      await store(catalogue, [
        { ...old, publishedAtMs: 0 },
        { ...future, publishedAtMs: NOW + 9 * DAY_MS },
      ]);
      expect(await rows(catalogue)).toMatchObject([
        { title: 'future', publishedAtMs: NOW - HOUR_MS },
      ]);
    });

    it.each([
      ['no dated neighbour', undefined, NOW - 27 * DAY_MS],
      ['a newer neighbour', { afterMs: null, beforeMs: NOW - DAY_MS }, NOW - 27 * DAY_MS],
      [
        'a newer neighbour that is old',
        { afterMs: null, beforeMs: NOW - 30 * DAY_MS },
        NOW - 30 * DAY_MS,
      ],
      ['neighbours on both sides', { afterMs: NOW - DAY_MS, beforeMs: NOW }, NOW - DAY_MS],
      ['an older neighbour of tomorrow', { afterMs: NOW + HOUR_MS, beforeMs: null }, NOW],
    ])('assigns a time to an undated item with %s', async (_, around, expected) => {
      const { catalogue } = await open();
      const item = feedItem({ title: 'word', publishedAtMs: null, ...(around && { around }) });
      await store(catalogue, [item]);
      // Later changes of neighbours have no effect.
      const again = { ...item, around: { afterMs: NOW - 2 * DAY_MS, beforeMs: NOW } };
      expect(await store(catalogue, [again], NOW + DAY_MS)).toMatchObject({ new: 0, unchanged: 1 });
      const { episodes } = await catalogue.query({ keywords: ['word'], limit: 1, totalLimit: 1 });
      expect(episodes).toMatchObject([{ pub_date_ms: expected }]);
    });

    it('alerts skip undated episodes until they have a date', async () => {
      const { catalogue } = await open();
      const alerted = async (sinceMs = 0) => {
        const titles: string[] = [];
        const window = { storedSinceMs: 0, publishedSinceMs: 0 };
        for await (const { title } of changedEpisodes(catalogue, sinceMs, window)) {
          titles.push(title);
        }
        return titles;
      };
      const around = { afterMs: NOW - HOUR_MS, beforeMs: NOW };
      const undated = [{ around }, {}].map((each) => feedItem({ publishedAtMs: null, ...each }));
      const dated = feedItem({ title: 'dated' });
      await store(catalogue, [...undated, dated]);
      expect(await alerted()).toEqual(['dated']);
      const [first, second] = undated.map((item) => ({ ...item, guid: `new-${item.guid}` }));
      await store(catalogue, [first!, { ...second!, description: 'New notes' }], NOW + HOUR_MS);
      expect(await alerted()).toEqual(['dated']);
      await store(catalogue, [{ ...first!, publishedAtMs: NOW }, second!], NOW + 2 * HOUR_MS);
      expect(await alerted()).toEqual(['dated', first!.title]);
      // An episode that loses its date stays in alerts.
      await store(catalogue, [{ ...dated, publishedAtMs: null, title: 'lost' }], NOW + 3 * HOUR_MS);
      expect(await alerted()).toContain('lost');
    });

    it('an undated item never becomes new again while the feed lists it', async () => {
      const { catalogue } = await open();
      const item = feedItem({ publishedAtMs: null });
      await store(catalogue, [item]);
      const later = NOW + 36 * DAY_MS;
      await catalogue.prune(later);
      expect(await store(catalogue, [item], later)).toMatchObject({
        new: 0,
        dropped: { 'too-old': 1 },
      });
      expect(await store(catalogue, [item], later + DAY_MS)).toMatchObject({
        new: 0,
        dropped: { 'too-old': 1 },
      });
      await store(catalogue, [feedItem({ publishedAtMs: null })], later + DAY_MS + HOUR_MS);
      expect(await store(catalogue, [item], later + 2 * DAY_MS)).toMatchObject({ new: 1 });
    });
  });

  describe('pruning', () => {
    it('prune removes episodes older than 35 days', async () => {
      const { catalogue, checkIndex } = await open();
      await store(catalogue, [
        feedItem({ title: 'kept' }),
        feedItem({ publishedAtMs: NOW - 34 * DAY_MS }),
      ]);
      expect(await catalogue.prune(NOW)).toBe(0);
      expect(await catalogue.prune(NOW + 2 * DAY_MS)).toBe(1);
      expect(await rows(catalogue)).toMatchObject([{ title: 'kept' }]);
      await checkIndex();
    });
  });

  it('updates no episode when duplicate items with a new guid are stored again', async () => {
    const { catalogue } = await open();
    const item = feedItem({ description: 'two words', publishedAtMs: NOW });
    await catalogue.write(() => storeFeed(FEED, readingOf([item]), NOW));
    const moved = { ...item, guid: 'moved' };
    const reading = readingOf([moved, { ...moved, publishedAtMs: null }, moved, moved]);
    await catalogue.write(() => storeFeed(FEED, reading, NOW));
    expect(await catalogue.write(() => storeFeed(FEED, reading, NOW))).toMatchObject({
      updated: 0,
    });
  });

  it('keeps an episode that shares its audio with an outdated item', async () => {
    const { catalogue } = await open();
    const audio = 'https://audio.example/1';
    const kept = feedItem({ guid: 'd', title: 'Kept', audio, link: null, publishedAtMs: NOW });
    const old = feedItem({ guid: 'old', title: 'Old', audio, link: null, publishedAtMs: 0 });
    await catalogue.write(() => storeFeed(FEED, readingOf([kept]), NOW));
    const outcome = await catalogue.write(() => storeFeed(FEED, readingOf([old]), NOW));
    expect(outcome).toMatchObject({ updated: 0, dropped: { 'too-old': 1 } });
    const { episodes } = await catalogue.query({ keywords: ['Kept'], limit: 5, totalLimit: 5 });
    expect(episodes).toHaveLength(1);
  });

  describe('the index', () => {
    it(
      'the text index agrees with the episodes after any sequence of feeds',
      { timeout: 60_000 },
      async () => {
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
          durationSeconds: fc.constantFrom(60, null),
          transcripts: fc.constant<TranscriptSource[]>([]),
          chapters: fc.constant<Chapter[]>([]),
          chapterFiles: fc.constant<TranscriptSource[]>([]),
          persons: fc.subarray([
            { name: 'Ann Lee', role: 'host' as const },
            { name: 'two words', role: null },
          ]),
          publishedAtMs: fc.constantFrom(
            NOW,
            NOW + 500,
            NOW - HOUR_MS,
            NOW - 34.9 * DAY_MS,
            0,
            NOW + 3 * DAY_MS,
            null,
          ),
        });
        const feed = fc.record({
          url: fc.constantFrom('https://a.example/', 'https://b.example/'),
          items: fc.array(item, { maxLength: 6 }),
          prune: fc.boolean(),
        });
        const { catalogue, checkIndex, clear } = await open();
        await fc.assert(
          fc.asyncProperty(fc.array(feed, { maxLength: 8 }), async (feeds) => {
            for (const [run, { url, items, prune }] of feeds.entries()) {
              const now = NOW + run * 8 * HOUR_MS;
              const outcome = await catalogue.write(() => storeFeed(url, readingOf(items), now));
              const again = await catalogue.write(() => storeFeed(url, readingOf(items), now));
              expect(again).toMatchObject({
                new: 0,
                updated: 0,
                unchanged: outcome.new + outcome.updated + outcome.unchanged,
              });
              if (prune) await catalogue.prune(now);
              if (prune) await catalogue.finishRefresh(now);
            }
            await checkIndex();
            await clear();
          }),
          { numRuns: fuzzRuns(60 * pace) },
        );
      },
    );
  });
});
