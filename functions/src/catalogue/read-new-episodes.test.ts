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

describe.each(ENGINES)('in a catalogue of $engine', ({ open }) => {
  test('a new episode comes with the whole of its text and the key it is known by', async () => {
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

  test('an episode that only followers find is marked, also as a search answers it', async () => {
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

  test('an episode without a page is known by its audio, one without a cover has none', async () => {
    const { catalogue } = await open();
    const audio = 'https://audio.example/only.mp3';
    await catalogue.write(() => storeFeed(FEED, readingOf([feedItem({ link: null, audio })]), NOW));
    const [episode] = await newEpisodes(catalogue, 0);
    expect(episode).toMatchObject({ key: audio, link: audio, image: '' });
  });

  test('an episode stays the same item of its feed when its addresses change, and is another in another feed', async () => {
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

  test('copies of an episode share a key and a group, also those that are copies of a copy', async () => {
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

  test('episodes count from the millisecond they were stored in and the second they were published in', async () => {
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

  test('an episode that is only updated is not stored anew', async () => {
    const { catalogue } = await open();
    const item = feedItem();
    await catalogue.write(() => storeFeed(FEED, readingOf([item]), NOW));
    await catalogue.write(() =>
      storeFeed(FEED, readingOf([{ ...item, title: 'Renamed' }]), NOW + HOUR_MS),
    );
    expect(await titles(catalogue, NOW + 1)).toEqual([]);
    expect(await titles(catalogue, NOW)).toEqual(['Renamed']);
  });

  test('whatever alerts read of an episode is read again when it changes, and nothing else is', async () => {
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
      // Times have milliseconds.
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
    // A copy in another feed: both are marked.
    await catalogue.write(() => storeFeed('https://copy.example/feed', readingOf([other]), NOW));
    expect(await changed()).toEqual(['other', 'other']);
    const stored = (await catalogue.read(() => exportFeed(FEED)))!;
    const standing = { ...stored.standing, state: 'followers' as const };
    await catalogue.write(() => importFeed({ ...stored, standing }));
    // Its copy in the other feed is in no group any more.
    expect((await changed()).sort()).toEqual(['first', 'other', 'other']);
  });

  test('changes come in pages, of a window', async () => {
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

  test('more episodes than one page come newest first, each once, also within one second', async () => {
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

  test('a catalogue that cannot be read is said to be so', async () => {
    const { catalogue, breakDown } = await open();
    await catalogue.contents();
    await breakDown();
    await expect(titles(catalogue, 0)).rejects.toMatchObject({
      name: 'AppError',
      code: 'internal',
    });
  });
});
