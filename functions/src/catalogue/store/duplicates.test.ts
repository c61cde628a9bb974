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
/** Stores a show's items, by default 1 ms after the previous show. */
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

describe.each(ENGINES)('an episode in several feeds, on $engine', ({ open }) => {
  test('duplicates become one result with links to the other shows', async () => {
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

  test('shows the feed that was seen first, whatever dates later feeds claim', async () => {
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

  test('shows the duplicate if only the duplicate matches', async () => {
    const { catalogue } = await open();
    const store = stores(catalogue);
    await store('Show A', [talk()]);
    await store('Show B', [talk({ description: 'With Ada on xylophones.' })]);
    expect(await search(catalogue, 'ledgers')).toEqual({ total: 1, found: [['Show A', 'Show B']] });
    for (const keyword of ['xylophones', 'show:"Show B"', '+ledgers -show:"Show A"']) {
      expect(await search(catalogue, keyword)).toEqual({ total: 1, found: [['Show B', 'Show A']] });
    }
  });

  test('a feed with the audio of one episode and the title of another does not merge them', async () => {
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

  test('ignores audio that several episodes of one feed share', async () => {
    const { catalogue } = await open();
    const store = stores(catalogue);
    await store('Show A', [talk(), talk({ title: 'More of ledgers' })]);
    await store('Show B', [talk({ title: 'Even more ledgers' })]);
    expect(await search(catalogue, 'ledgers')).toMatchObject({ total: 3 });
  });

  test('keeps two announcements with the same placeholder audio apart', async () => {
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
  ])('separates duplicates when %s change', async (_, change) => {
    const { catalogue } = await open();
    const store = stores(catalogue);
    const [a, b] = [talk(), talk()];
    await store('Show A', [a]);
    await store('Show B', [b]);
    expect(await search(catalogue, 'ledgers')).toMatchObject({ total: 1 });
    await store('Show B', [{ ...b, ...change }]);
    expect(await search(catalogue, 'ledgers')).toMatchObject({ total: 2 });
  });

  test('two episodes are separated when the episode that links them is deleted', async () => {
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
    const { durationSeconds } = moved.link;
    const changed = { ...moved.link, ...other, durationSeconds, publishedAtMs: NOW - DAY_MS };
    await moved.store('Link', [changed]);
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

  test('counts a group once on any page, and hides no other episode', async () => {
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

  test('recomputes groups when URLs or titles change', async () => {
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

  test('two episodes are separated when the episode that links them changes', async () => {
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

  test('a copied catalogue has the same groups, whatever the order of feeds', async () => {
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

  test('lists the first six other shows, and drops pruned duplicates', async () => {
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
