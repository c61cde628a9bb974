import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { showIdOf } from '../feeds/show-id.ts';
import type { FeedItem } from '../feeds/feed-model.ts';
import { toSpokenText } from '../feeds/transcripts/spoken-text.ts';
import { DAY_MS, HOUR_MS } from '../contract/index.ts';
import type { CatalogueReader } from './catalogue.ts';
import { type ChangedEpisode, feedUrlOf, type NewEpisode } from './store/new-episode.ts';
import { itemIdentity } from './store/item-identity.ts';
import { feedItem, NOW, readingOf } from './testing/test-catalogue.ts';
import { newEpisodes as read } from './testing/new-episodes.ts';
import { ENGINES } from './testing/test-engines.ts';
import { storeFeed } from './store/store-feed.ts';
import { exportFeed, importFeed } from './testing/copy-feed.ts';
import { changedEpisodes, episodesWithIds, lastChangeMs } from './store/new-episodes.ts';
import { TRANSCRIPTS, awaitedAttachments } from './store/attachments-store.ts';
import { recordTranscript } from './store/transcripts-store.ts';

const FEED = 'https://show.example/feed';
const SHOW = showIdOf(FEED);

async function newEpisodes(
  catalogue: CatalogueReader,
  sinceMs: number,
  publishedSinceMs = 0,
): Promise<NewEpisode[]> {
  const episodes: NewEpisode[] = [];
  for await (const episode of read(catalogue, sinceMs, publishedSinceMs)) episodes.push(episode);
  return episodes;
}

async function titles(catalogue: CatalogueReader, sinceMs: number, publishedSinceMs = 0) {
  return (await newEpisodes(catalogue, sinceMs, publishedSinceMs)).map(({ title }) => title);
}

describe.each(ENGINES)('episodes for alerts on $engine', ({ open }) => {
  test('a new episode has its full text and key', async () => {
    const { catalogue } = await open();
    const description = 'word '.repeat(1900).trim();
    const item = feedItem({ title: 'On graphs', description, image: 'https://show.example/c.jpg' });
    await catalogue.write(() => storeFeed(FEED, readingOf([item]), NOW));
    expect(await newEpisodes(catalogue, NOW)).toEqual([
      {
        key: item.link,
        item: `${FEED} ${itemIdentity(item).toUpperCase()}`,
        title: 'On graphs',
        podcast: 'The Show',
        publisher: 'The Publisher',
        description,
        language: 'en',
        speakers: '',
        link: item.link,
        image: 'https://show.example/c.jpg',
        audio: item.audio,
        pubDateMs: NOW - HOUR_MS,
        ingestedAtMs: NOW,
        copies: {
          keys: [expect.any(Number) as unknown, expect.any(Number) as unknown],
          ofAudio: [expect.any(Number) as unknown],
          audio: expect.any(Number) as unknown,
          group: null,
          feedId: 1,
        },
      },
    ]);
  });

  test('marks followers-only episodes for alerts and in search results', async () => {
    const { catalogue } = await open();
    await catalogue.write(() =>
      storeFeed(FEED, readingOf([feedItem({ title: 'On graphs' })]), NOW),
    );
    const stored = (await catalogue.read(() => exportFeed(FEED)))!;
    const marks = async () => {
      const [episode] = await newEpisodes(catalogue, 0);
      const query = { keywords: ['graphs'], limit: 1, totalLimit: 1, followed: [SHOW] };
      const [found] = (await catalogue.query(query)).episodes;
      return [feedUrlOf(episode!), episode?.forFollowers, found?.forFollowers];
    };
    expect(await marks()).toEqual([FEED, undefined, undefined]);
    const standing = { ...stored.standing, state: 'followers' as const, showId: SHOW };
    await catalogue.write(() => importFeed({ ...stored, standing }));
    expect(await marks()).toEqual([FEED, true, true]);
  });

  test('uses the audio as key without a page, and an empty image without a cover', async () => {
    const { catalogue } = await open();
    const audio = 'https://audio.example/only.mp3';
    await catalogue.write(() => storeFeed(FEED, readingOf([feedItem({ link: null, audio })]), NOW));
    const [episode] = await newEpisodes(catalogue, 0);
    expect(episode).toMatchObject({ key: audio, link: audio, image: '' });
  });

  test('an item keeps its identity when its URLs change, and differs in another feed', async () => {
    const { catalogue } = await open();
    const item = feedItem();
    const known = async () => (await newEpisodes(catalogue, 0)).map((episode) => episode.item);
    await catalogue.write(() => storeFeed(FEED, readingOf([item]), NOW));
    const before = await known();
    const moved = { ...item, link: 'https://moved.example/1', audio: null };
    await catalogue.write(() => storeFeed(FEED, readingOf([moved]), NOW + HOUR_MS));
    expect(await known()).toEqual(before);
    await catalogue.write(() =>
      storeFeed('https://other.example/feed', readingOf([moved]), NOW + HOUR_MS),
    );
    expect(new Set(await known()).size).toBe(2);
  });

  test('duplicates share a key and a group, even if linked by a third episode', async () => {
    const { catalogue } = await open();
    const audio = 'https://audio.example/shared.mp3';
    const talk = { title: 'On graphs', durationSeconds: 1801 };
    const items = [
      feedItem({ ...talk, audio }),
      feedItem({ ...talk, audio, title: 'On graphs, again' }),
      feedItem({ ...talk, title: 'On graphs, again' }),
      feedItem(talk),
      feedItem({ ...talk, title: 'On trees' }),
    ];
    for (const [index, item] of items.entries()) {
      await catalogue.write(() =>
        storeFeed(`https://show-${index}.example/feed`, readingOf([item]), NOW + index),
      );
    }
    const marks = (await newEpisodes(catalogue, 0))
      .sort((left, right) => left.ingestedAtMs - right.ingestedAtMs)
      .map(({ copies }) => copies);
    expect(new Set(marks.slice(0, 4).map((mark) => mark?.group)).size).toBe(1);
    const shared = marks[0]?.keys.find((key) => marks[2]?.keys.includes(key));
    expect(shared).toBeDefined();
    expect(marks[4]?.group).toBeNull();
    expect(marks[4]?.keys.filter((key) => marks[0]?.keys.includes(key))).toEqual([]);
  });

  test('filters by ingestion time in milliseconds and by publication time in seconds', async () => {
    const { catalogue } = await open();
    const items = [
      feedItem({ title: 'newer', publishedAtMs: NOW - HOUR_MS }),
      feedItem({ title: 'older', publishedAtMs: NOW - DAY_MS }),
    ];
    await catalogue.write(() => storeFeed(FEED, readingOf(items), NOW));
    expect(await titles(catalogue, NOW)).toEqual(['newer', 'older']);
    expect(await titles(catalogue, NOW - 0.5)).toEqual(['newer', 'older']);
    expect(await titles(catalogue, NOW + 1)).toEqual([]);
    expect(await titles(catalogue, NOW, NOW - DAY_MS)).toEqual(['newer', 'older']);
    expect(await titles(catalogue, NOW, NOW - DAY_MS + 1000)).toEqual(['newer']);
    expect(await titles(catalogue, -1, -1)).toEqual(['newer', 'older']);
  });

  test('an updated episode keeps its ingestion time', async () => {
    const { catalogue } = await open();
    const item = feedItem();
    await catalogue.write(() => storeFeed(FEED, readingOf([item]), NOW));
    await catalogue.write(() =>
      storeFeed(FEED, readingOf([{ ...item, title: 'Renamed' }]), NOW + HOUR_MS),
    );
    expect(await titles(catalogue, NOW + 1)).toEqual([]);
    expect(await titles(catalogue, NOW)).toEqual(['Renamed']);
  });

  test('yields an episode again only when something that alerts read has changed', async () => {
    const { catalogue } = await open();
    const first = feedItem({ title: 'first', description: 'Its notes.' });
    const transcripts = [{ url: 'https://show.example/a.vtt', type: 'text/vtt' }];
    const other = feedItem({ title: 'other', durationSeconds: 1801 });
    const store = (items: FeedItem[]) =>
      catalogue.write(() => storeFeed(FEED, readingOf(items), NOW));
    const window = { storedSinceMs: 0, publishedSinceMs: 0 };
    let times = new Map<string, number>();
    const changed = async () => {
      const before = times;
      times = new Map();
      const found: ChangedEpisode[] = [];
      for await (const episode of changedEpisodes(catalogue, 0, window)) found.push(episode);
      for (const { item, changedAtMs } of found) times.set(item, changedAtMs);
      const isLater = ({ item, changedAtMs }: ChangedEpisode) =>
        changedAtMs > (before.get(item) ?? 0);
      const all = found.map(({ changedAtMs }) => changedAtMs);
      expect(all).toEqual(all.toSorted((left, right) => left - right));
      expect(await catalogue.read(lastChangeMs)).toBe(all.at(-1));
      const ids = found.map(({ id }) => id);
      const again = await catalogue.read(() => episodesWithIds([...ids, 5]));
      expect(again.map(({ item }) => item).sort()).toEqual([...times.keys()].sort());
      // Waits, because change times have a resolution of a millisecond.
      await setTimeout(3);
      return found.filter(isLater).map(({ title }) => title);
    };
    await store([first, other]);
    expect((await changed()).sort()).toEqual(['first', 'other']);
    await store([first, other]);
    expect(await changed()).toEqual([]);
    await store([{ ...first, description: 'Its notes, longer.' }, other]);
    expect(await changed()).toEqual(['first']);
    const said = { ...first, description: 'Its notes, longer.', transcripts };
    await store([said, other]);
    expect(await changed()).toEqual([]);
    const [awaited] = await catalogue.read(() =>
      awaitedAttachments(TRANSCRIPTS, NOW, { everyOne: true, limit: 9 }),
    );
    const record = { ...awaited!, tries: 1, triedAtMs: NOW, outcome: null };
    await catalogue.write(() => recordTranscript(awaited!.episodeId, record, null));
    expect(await changed()).toEqual([]);
    const cues = [{ startMs: 0, speaker: '', text: 'What is said.' }];
    await catalogue.write(() => recordTranscript(awaited!.episodeId, record, toSpokenText(cues)));
    expect(await changed()).toEqual(['first']);
    const persons = [{ ...said, persons: [{ name: 'Ada', role: null, group: null }] }, other];
    await store(persons);
    expect(await changed()).toEqual(['first']);
    await store([{ ...said, transcripts: [] }, other]);
    expect(await changed()).toEqual(['first']);
    // A duplicate in another feed changes both episodes.
    await catalogue.write(() => storeFeed('https://copy.example/feed', readingOf([other]), NOW));
    expect(await changed()).toEqual(['other', 'other']);
    const stored = (await catalogue.read(() => exportFeed(FEED)))!;
    const standing = { ...stored.standing, state: 'followers' as const };
    await catalogue.write(() => importFeed({ ...stored, standing }));
    // The duplicate in the other feed leaves the group, which changes both episodes.
    expect((await changed()).sort()).toEqual(['first', 'other', 'other']);
  });

  test('reads all pages of changes within the window', async () => {
    const { catalogue } = await open();
    const items = Array.from({ length: 601 }, (_, age) =>
      feedItem({ title: `age ${age}`, publishedAtMs: NOW - age * 1000 }),
    );
    await catalogue.write(() => storeFeed(FEED, readingOf(items), NOW));
    const read = async (storedSinceMs: number, publishedSinceMs: number) => {
      const titles = new Set<string>();
      const window = { storedSinceMs, publishedSinceMs };
      for await (const { title } of changedEpisodes(catalogue, 0, window)) titles.add(title);
      return titles.size;
    };
    expect(await read(NOW, 0)).toBe(601);
    expect(await read(NOW + 1, 0)).toBe(0);
    expect(await read(0, NOW - 99 * 1000)).toBe(100);
  });

  test('reads several pages newest first, even within one second', async () => {
    const { catalogue } = await open();
    const items = Array.from({ length: 601 }, (_, age) =>
      feedItem({
        title: `age ${age}`,
        publishedAtMs: NOW - HOUR_MS - Math.floor(age / 300) * 1000,
      }),
    );
    await catalogue.write(() => storeFeed(FEED, readingOf(items), NOW));
    expect(await titles(catalogue, NOW)).toEqual(items.map(({ title }) => title));
  });

  test('rejects with a code if the catalogue is unreadable', async () => {
    const { catalogue, breakDown } = await open();
    await catalogue.contents();
    await breakDown();
    await expect(titles(catalogue, 0)).rejects.toMatchObject({
      name: 'AppError',
      code: 'internal',
    });
  });
});
