import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../contract/index.ts';
import type { FeedItem, FeedShow } from '../feeds/feed-model.ts';
import type { NewEpisode } from './store/new-episode.ts';
import { feedItem, NOW, readingOf } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';
import { READ } from './store/attachment-record.ts';
import { newEpisodes } from './testing/new-episodes.ts';
import { storeFeed } from './store/store-feed.ts';
import { CHAPTER_FILES, awaitedAttachments } from './store/attachments-store.ts';
import { recordChapters } from './store/chapters-store.ts';

const FEED = 'https://show.example/feed';
const chapterFiles = [
  { url: 'https://show.example/chapters.json', type: 'application/json+chapters' },
];
const CHAPTERS = [
  { startMs: 0, title: 'Hello' },
  { startMs: 90_500, title: 'Copper at the harbour' },
];
const SHOWN = CHAPTERS.map(({ startMs, title }) => ({ title, atMs: startMs }));

async function textsOf(episodes: AsyncIterable<NewEpisode>): Promise<(string | undefined)[]> {
  const texts: (string | undefined)[] = [];
  for await (const { chapters } of episodes) texts.push(chapters);
  return texts;
}

describe.each(ENGINES)('a chapter file on $engine', ({ open }) => {
  async function world() {
    const { catalogue, checkIndex } = await open();
    const item = feedItem({ title: 'word', chapterFiles });
    const store = (change: Partial<FeedItem> = {}, show: Partial<FeedShow> = {}) =>
      catalogue.write(() => storeFeed(FEED, readingOf([{ ...item, ...change }], show), NOW));
    await store();
    return {
      catalogue,
      store,
      checkIndex,
      due: (now = NOW) =>
        catalogue.read(() => awaitedAttachments(CHAPTER_FILES, now, { everyOne: false, limit: 9 })),
      read: async (chapters: typeof CHAPTERS | null = CHAPTERS) => {
        const [awaited] = await catalogue.read(() =>
          awaitedAttachments(CHAPTER_FILES, NOW, { everyOne: true, limit: 1 }),
        );
        if (awaited === undefined) throw new Error('none is awaited');
        const { episodeId, ...known } = awaited;
        const done = { outcome: READ, nextTryAtMs: null, triedAtMs: NOW };
        const failed = { ...done, outcome: 'gone', tries: 1, nextTryAtMs: NOW + MINUTE_MS };
        await catalogue.write(() =>
          recordChapters(episodeId, { ...known, ...(chapters === null ? failed : done) }, chapters),
        );
        return episodeId;
      },
      found: async (keyword = 'word') =>
        (await catalogue.query({ keywords: [keyword], limit: 9, totalLimit: 9 })).episodes,
    };
  }

  it('chapters from a file are searchable, shown with times, and matched by alerts', async () => {
    const { catalogue, read, due, found, checkIndex } = await world();
    expect(await due()).toMatchObject([{ sources: chapterFiles, tries: 0 }]);
    expect(await found('the harbour')).toEqual([]);
    await read();
    expect(await found('the harbour')).toMatchObject([
      {
        chapters: SHOWN,
        foundIn: [{ place: 'chapters', text: 'Copper at >>>the harbour<<<' }],
      },
    ]);
    expect(await textsOf(newEpisodes(catalogue, 0, 0))).toEqual(['Hello\nCopper at the harbour']);
    expect(await due()).toEqual([]);
    await checkIndex();
  });

  it('a feed with many files does not delay the files of other feeds', async () => {
    const { catalogue, due } = await world();
    const many = [1, 2, 3].map((age) => feedItem({ publishedAtMs: NOW - age, chapterFiles }));
    await catalogue.write(() => storeFeed('https://many.example/feed', readingOf(many), NOW));
    const [newest, own, ...others] = (await due()).map(({ episodeId }) => episodeId);
    expect(others).toHaveLength(2);
    expect(newest).toBeGreaterThan(others[0]!);
    expect(others[0]).toBeGreaterThan(others[1]!);
    expect(own).toBeLessThan(others[1]!);
  });

  it('schedules a retry for a file that failed', async () => {
    const { read, due, found } = await world();
    await read(null);
    expect(await due()).toEqual([]);
    expect(await due(NOW + MINUTE_MS)).toMatchObject([{ tries: 1, outcome: 'gone' }]);
    expect((await found())[0]).not.toHaveProperty('chapters');
  });

  it('keeps chapters from a file when the episode changes', async () => {
    const { store, read, due, found, checkIndex } = await world();
    await read();
    expect(await store()).toMatchObject({ unchanged: 1 });
    expect(await store({ title: 'another word' })).toMatchObject({ updated: 1 });
    expect(await store({ title: 'another word' })).toMatchObject({ unchanged: 1 });
    expect(await found()).toMatchObject([{ title: 'another word', chapters: SHOWN }]);
    expect(await found('the harbour')).toHaveLength(1);
    expect(await due()).toEqual([]);
    await checkIndex();
  });

  it.each<[string, Partial<FeedItem>, Partial<FeedShow>]>([
    ['the feed removes it', { chapterFiles: [] }, {}],
    ['the feed forbids its use', {}, { blocked: true }],
    ['the feed forbids its use and changes', { title: 'a word' }, { blocked: true }],
  ])('deletes the file when %s', async (_, item, show) => {
    const { store, read, found, checkIndex } = await world();
    await read();
    await store(item, show);
    expect(await found('the harbour')).toEqual([]);
    expect((await found())[0]).not.toHaveProperty('chapters');
    await checkIndex();
  });

  it('chapters in the feed replace those of a file', async () => {
    for (const chapters of [CHAPTERS, [{ startMs: 5000, title: 'Their own' }]]) {
      const { store, read, due, found, checkIndex } = await world();
      await read();
      await store({ chapters, chapterFiles: [] });
      const shown = chapters.map(({ startMs, title }) => ({ title, atMs: startMs }));
      expect(await found()).toMatchObject([{ chapters: shown }]);
      expect(await due()).toEqual([]);
      await checkIndex();
    }
  });

  it('ignores a file that is read after the feed has chapters', async () => {
    const { catalogue, store, due, found } = await world();
    const [awaited] = await due();
    if (awaited === undefined) throw new Error('none is awaited');
    await store({ chapters: [{ startMs: 5000, title: 'Their own' }], chapterFiles: [] });
    const { episodeId, ...known } = awaited;
    await catalogue.write(() => recordChapters(episodeId, { ...known, outcome: READ }, CHAPTERS));
    expect(await found()).toMatchObject([{ chapters: [{ title: 'Their own', atMs: 5000 }] }]);
  });
});
