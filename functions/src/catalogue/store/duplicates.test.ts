import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import type { FeedItem } from '../../feeds/feed-model.ts';
import type { WritableCatalogue } from '../catalogue.ts';
import { feedItem, NOW, readingOf } from '../testing/test-catalogue.ts';
import { ENGINES } from '../testing/test-engines.ts';
import { storeFeed } from './store-feed.ts';
import { exportFeed, importFeed } from '../testing/copy-feed.ts';

const AUDIO = 'https://cdn.example/talks/1.mp3';
const TALK = { title: 'The future of ledgers', durationSeconds: 1801 };

const talk = (item: Partial<FeedItem> = {}) => feedItem({ ...TALK, audio: AUDIO, ...item });
const urlOf = (show: string) => `https://${show.toLowerCase().replaceAll(' ', '-')}.example/feed`;
/** Stores a show's items, by default later than all before. */
const stores = (catalogue: WritableCatalogue) => {
  let at = NOW;
  return (show: string, items: FeedItem[], seenAtMs = (at += 1)) =>
    catalogue.write(() => storeFeed(urlOf(show), readingOf(items, { title: show }), seenAtMs));
};
const search = async (catalogue: WritableCatalogue, keyword: string, limit = 10, total = 50) => {
  const { episodes, ...rest } = await catalogue.query({
    keywords: [keyword],
    limit,
    totalLimit: total,
  });
  return {
    ...rest,
    found: episodes.map(({ podcast, alsoIn = [], alsoInMore }) => [
      podcast,
      ...alsoIn.map((each) => each.podcast),
      ...(alsoInMore === undefined ? [] : [alsoInMore]),
    ]),
  };
};

describe.each(ENGINES)('an episode in several feeds, in a catalogue of $engine', ({ open }) => {
  test('is one result, which names the other shows with their links', async () => {
    const { catalogue } = await open();
    const store = stores(catalogue);
    await store('Show A', [talk({ link: 'https://a.example/1' })]);
    const prefixed = 'https://pdst.fm/e/chrt.fm/track/9/cdn.example/talks/1.mp3?feed=b';
    await store('Show B', [talk({ audio: prefixed, title: 'Ledgers, again', link: null })]);
    await store('Show C', [
      talk({ audio: 'https://c.example/own.mp3', link: 'https://c.example/1' }),
    ]);
    await store('Show D', [talk({ title: 'Other ledgers', audio: 'https://d.example/1.mp3' })]);

    const answer = await catalogue.query({ keywords: ['ledgers'], limit: 10, totalLimit: 10 });
    expect(answer).toMatchObject({ total: 2, episodes: [{}, {}] });
    expect(answer.episodes.find(({ podcast }) => podcast === 'Show A')).toMatchObject({
      link: 'https://a.example/1',
      alsoIn: [
        { podcast: 'Show B', link: prefixed },
        { podcast: 'Show C', link: 'https://c.example/1' },
      ],
    });
    expect(answer.episodes.find(({ podcast }) => podcast === 'Show D')).not.toHaveProperty(
      'alsoIn',
    );
  });

  test('is shown by the feed that had it first, whatever date a later one puts on it', async () => {
    const { catalogue } = await open();
    const store = stores(catalogue);
    await store('Original', [talk({ publishedAtMs: NOW - 3 * DAY_MS })]);
    await store('Earlier Date', [talk({ publishedAtMs: NOW - 5 * DAY_MS })]);
    await store('Later Date', [talk({ publishedAtMs: NOW - HOUR_MS })]);
    expect(await search(catalogue, 'ledgers')).toEqual({
      total: 1,
      found: [['Original', 'Earlier Date', 'Later Date']],
    });
  });

  test('is shown by a copy where that alone answers', async () => {
    const { catalogue } = await open();
    const store = stores(catalogue);
    await store('Show A', [talk()]);
    await store('Show B', [talk({ description: 'With Ada on xylophones.' })]);
    expect(await search(catalogue, 'ledgers')).toEqual({ total: 1, found: [['Show A', 'Show B']] });
    for (const keyword of ['xylophones', 'show:"Show B"', '+ledgers -show:"Show A"']) {
      expect(await search(catalogue, keyword)).toEqual({ total: 1, found: [['Show B', 'Show A']] });
    }
  });

  test('stays two where one feed claims the audio of the one and the title of the other', async () => {
    const { catalogue } = await open();
    const store = stores(catalogue);
    await store('Show A', [talk({ title: 'All about ledgers' })]);
    await store('Show C', [talk({ audio: 'https://c.example/own.mp3' })]);
    await store('Rival', [talk()]);
    const { total, found } = await search(catalogue, 'ledgers');
    expect({ total, found: found.sort() }).toEqual({
      total: 2,
      found: [['Show A', 'Rival'], ['Show C']],
    });
  });

  test('is not what one feed says of several of its own', async () => {
    const { catalogue } = await open();
    const store = stores(catalogue);
    await store('Show A', [talk(), talk({ title: 'More of ledgers' })]);
    await store('Show B', [talk({ title: 'Even more ledgers' })]);
    expect(await search(catalogue, 'ledgers')).toMatchObject({ total: 3 });
  });

  test('is not what two shows announce with the same placeholder for the audio', async () => {
    const { catalogue } = await open();
    const store = stores(catalogue);
    const soon = { audio: 'https://cdn.example/coming-soon.mp3', durationSeconds: null };
    const [a, b] = [
      talk({ ...soon, title: 'Ledgers by Ann' }),
      talk({ ...soon, title: 'Ledgers by Bo' }),
    ];
    await store('Show A', [a]);
    await store('Show B', [b]);
    expect(await search(catalogue, 'ledgers')).toMatchObject({ total: 2 });
    await store('Show A', [{ ...a, audio: 'https://cdn.example/a.mp3', durationSeconds: 1801 }]);
    await store('Show B', [{ ...b, audio: 'https://cdn.example/b.mp3', durationSeconds: 2402 }]);
    expect(await search(catalogue, 'ledgers')).toMatchObject({ total: 2 });
  });

  test.each<[string, Partial<FeedItem>]>([
    ['title and duration', { title: 'More on ledgers', durationSeconds: 2402 }],
    ['audio and duration', { audio: 'https://b.example/x.mp3', durationSeconds: 2402 }],
    ['audio and title', { audio: 'https://b.example/x.mp3', title: 'More on ledgers' }],
  ])('is two again when %s turn out to be others', async (_, change) => {
    const { catalogue } = await open();
    const store = stores(catalogue);
    const [a, b] = [talk(), talk()];
    await store('Show A', [a]);
    await store('Show B', [b]);
    expect(await search(catalogue, 'ledgers')).toMatchObject({ total: 1 });
    await store('Show B', [{ ...b, ...change }]);
    expect(await search(catalogue, 'ledgers')).toMatchObject({ total: 2 });
  });

  test('no longer links two others once it is gone', async () => {
    const linked = async () => {
      const { catalogue } = await open();
      const store = stores(catalogue);
      const link = talk({ guid: 'one', publishedAtMs: NOW - DAY_MS - HOUR_MS });
      await store('Link', [link]);
      await store('Same Audio', [talk({ title: 'All about ledgers' })]);
      const audio = 'https://c.example/own.mp3';
      await store('Same Title', [talk({ audio, publishedAtMs: NOW - DAY_MS })]);
      expect(await search(catalogue, 'ledgers')).toMatchObject({ total: 1 });
      return { catalogue, store, link };
    };
    const other = { title: 'No ledgers', audio: 'https://l.example/1.mp3', durationSeconds: 77 };
    const moved = await linked();
    await moved.store('Link', [{ ...moved.link, ...other, publishedAtMs: NOW - DAY_MS }]);
    expect(await search(moved.catalogue, 'ledgers')).toMatchObject({ total: 3 });

    const copied = await linked();
    const { catalogue: from } = await open();
    await stores(from)('Link', [{ ...moved.link, ...other }]);
    const feed = await from.read(() => exportFeed(urlOf('Link')));
    if (feed !== null) await copied.catalogue.write(() => importFeed(feed));
    expect(await search(copied.catalogue, 'ledgers')).toMatchObject({ total: 3 });

    const pruned = await linked();
    expect(await pruned.catalogue.prune(NOW + 34 * DAY_MS - HOUR_MS / 2)).toBe(1);
    expect(await search(pruned.catalogue, 'ledgers')).toMatchObject({ total: 2 });
  });

  test('is counted once, whatever page it is on, and hides none that is not a copy', async () => {
    const { catalogue } = await open();
    const store = stores(catalogue);
    const published = (hours: number) => ({ publishedAtMs: NOW - hours * HOUR_MS });
    const own = (show: string, hours: number) =>
      feedItem({ title: `Of ledgers in ${show} ${hours}`, ...published(hours) });
    await store('Show A', [talk(published(5)), own('A', 2), own('A', 7), own('A', 9)]);
    await store('Show B', [talk(published(1)), own('B', 3)]);
    await store('Show C', [talk(published(8)), own('C', 6)]);
    expect(await search(catalogue, 'ledgers', 2)).toEqual({
      total: 6,
      found: [['Show A'], ['Show A', 'Show B', 'Show C']],
    });
    const all = ['Show A', 'Show B', 'Show A', 'Show C', 'Show A', 'Show A'];
    expect((await search(catalogue, 'ledgers')).found.map(([show]) => show)).toEqual(all);
    expect(await search(catalogue, 'ledgers', 2, 4)).toMatchObject({ total: 4 });
    const since = { keywords: ['ledgers'], limit: 10, totalLimit: 10 };
    expect(await catalogue.query({ ...since, startDateMs: NOW - 4 * HOUR_MS })).toMatchObject({
      total: 3,
      episodes: [{ podcast: 'Show B' }, {}, {}],
    });
  });

  test('is found again when its addresses, its title or its feed change', async () => {
    const { catalogue } = await open();
    const store = stores(catalogue);
    const [a, b] = [talk(), talk()];
    await store('Show A', [a]);
    await store('Show B', [
      { ...b, title: 'Something else on ledgers', audio: 'https://b.example/x.mp3' },
    ]);
    expect(await search(catalogue, 'ledgers')).toMatchObject({ total: 2 });
    await store('Show B', [b]);
    expect(await search(catalogue, 'ledgers')).toMatchObject({ total: 1 });
    await store('Show A', [{ ...a, audio: 'https://a.example/x.mp3' }]);
    expect(await search(catalogue, 'ledgers')).toMatchObject({ total: 1 });
    await store('Show A', [
      { ...a, title: 'On ledgers and lending', audio: 'https://a.example/x.mp3' },
    ]);
    expect(await search(catalogue, 'ledgers')).toEqual({
      total: 2,
      found: [['Show B'], ['Show A']],
    });
  });

  test('no longer links two others once it has changed itself', async () => {
    const { catalogue } = await open();
    const store = stores(catalogue);
    const guid = 'one';
    await store('Link', [talk({ guid })]);
    await store('Same Audio', [talk({ title: 'All about ledgers' })]);
    await store('Same Title', [talk({ audio: 'https://c.example/own.mp3' })]);
    expect(await search(catalogue, 'ledgers')).toMatchObject({ total: 1 });
    await store('Link', [talk({ guid, title: 'No ledgers', audio: 'https://l.example/1.mp3' })]);
    const { total, found } = await search(catalogue, 'ledgers');
    expect({ total, found: found.sort() }).toEqual({
      total: 3,
      found: [['Link'], ['Same Audio'], ['Same Title']],
    });
  });

  test('is one also in a catalogue that was copied, in whatever order', async () => {
    const { catalogue } = await open();
    const store = stores(catalogue);
    const shows = ['Show A', 'Show B', 'Show C'];
    for (const show of shows) await store(show, [talk()]);
    const { catalogue: other } = await open();
    for (const show of [...shows].reverse()) {
      const feed = await catalogue.read(() => exportFeed(urlOf(show)));
      if (feed !== null) await other.write(() => importFeed(feed));
    }
    expect(await search(other, 'ledgers')).toEqual({ total: 1, found: [shows] });
  });

  test('names the first of many, and leaves those that are too old to be kept', async () => {
    const { catalogue } = await open();
    const store = stores(catalogue);
    const shows = Array.from({ length: 19 }, (_, index) => `Show ${index}`);
    for (const show of shows) await store(show, [talk({ publishedAtMs: NOW - 30 * DAY_MS })]);
    expect(await search(catalogue, 'ledgers')).toEqual({
      total: 1,
      found: [[...shows.slice(0, 6), 13]],
    });
    await store('Newcomer', [talk()], NOW + 6 * DAY_MS);
    await catalogue.prune(NOW + 7 * DAY_MS);
    expect(await search(catalogue, 'ledgers')).toEqual({ total: 1, found: [['Newcomer']] });
  });
});
