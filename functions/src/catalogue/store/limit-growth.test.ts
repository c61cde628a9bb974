import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import type { FeedItem } from '../../feeds/feed-model.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import type { WritableCatalogue } from '../catalogue.ts';
import { countLeftOut, feedOfShow, largestFeeds } from '../queue/feed-state.ts';
import { listFeeds } from '../queue/feed-queue.ts';
import { type FollowedFeed, followFeeds } from '../queue/followed-feeds.ts';
import { newEpisodes } from '../testing/new-episodes.ts';
import { feedItem, NOW, readingOf } from '../testing/test-catalogue.ts';
import { ENGINES } from '../testing/test-engines.ts';
import { FOLLOWER_LIMITS } from './feed-room.ts';
import { storeFeed } from './store-feed.ts';

const FEED = 'https://show.example/feed';

/** New items, newest first, a second apart. */
const itemsAt = (count: number, newestMs: number, title = 'word'): FeedItem[] =>
  Array.from({ length: count }, (_, at) =>
    feedItem({ publishedAtMs: newestMs - at * 1_000, title: `${title} ${newestMs} ${at}` }),
  );

const followed = (url: string, sharers: string[], given: Partial<FollowedFeed> = {}) => ({
  url,
  host: 'show.example',
  title: 'Show',
  followers: sharers.length,
  sharers,
  changedAtMs: NOW,
  ...given,
});

describe.each(ENGINES)('growth on $engine', ({ open }) => {
  async function opened() {
    const { catalogue } = await open();
    const store = (items: FeedItem[], now = NOW, url = FEED, limits = FOLLOWER_LIMITS) =>
      catalogue.write(() => storeFeed(url, readingOf(items), now, limits));
    return { catalogue, store };
  }
  const count = async (catalogue: WritableCatalogue, word = 'word', url = FEED) =>
    (
      await catalogue.query({
        keywords: [word],
        limit: 1,
        totalLimit: 9_999,
        followed: [showIdOf(url)],
      })
    ).total;

  it('stores a whole first reading, then the newest 50 new items of a day, and the rest on later days', async () => {
    const { catalogue, store } = await opened();
    const archive = itemsAt(400, NOW);
    expect(await store(archive)).toMatchObject({ new: 400, dropped: {} });
    const news = itemsAt(60, NOW + HOUR_MS, 'news');
    const listed = [...news, ...archive];
    expect(await store(listed, NOW + 2 * HOUR_MS)).toEqual({
      new: 50,
      updated: 0,
      unchanged: 400,
      dropped: { 'over-day-limit': 10 },
    });
    expect(await count(catalogue, '"news"')).toBe(50);
    expect(await catalogue.read(countLeftOut)).toEqual({ items: 10, feeds: 1 });
    expect(await catalogue.read(() => largestFeeds(9))).toMatchObject([
      { url: FEED, stored: 450, newCount: 50, leftOut: 10, showId: showIdOf(FEED) },
    ]);
    expect(await catalogue.read(() => feedOfShow(showIdOf(FEED)))).toBe(FEED);
    const again = await store(listed, NOW + 3 * HOUR_MS);
    expect(again).toMatchObject({ new: 0, dropped: { 'over-day-limit': 10 } });
    expect(await store(listed, NOW + 26 * HOUR_MS)).toMatchObject({ new: 10, dropped: {} });
    expect(await count(catalogue, 'news')).toBe(60);
  });

  it('counts a new day after the clock was put back', async () => {
    const { store } = await opened();
    await store(itemsAt(1, NOW));
    expect(await store(itemsAt(51, NOW + DAY_MS), NOW + DAY_MS)).toMatchObject({ new: 50 });
    expect(await store(itemsAt(51, NOW), NOW + HOUR_MS)).toMatchObject({ new: 50 });
  });

  it('lets the operator’s list raise a feed’s limit, and lower it again', async () => {
    const { catalogue, store } = await opened();
    const list = (newADay?: number) =>
      catalogue.write(() => listFeeds([{ url: FEED, host: 'show.example', newADay }], NOW));
    await list();
    await store(itemsAt(1, NOW));
    await list(120);
    const items = itemsAt(150, NOW + 1);
    expect(await store(items, NOW + 1_000_000)).toMatchObject({ new: 120 });
    await list();
    expect(await store(items, NOW + 2_000_000)).toMatchObject({ new: 0 });
  });

  it('shares 2 000 episodes among a person’s shows, and 100 for each follower of a show besides', async () => {
    const { catalogue, store } = await opened();
    const urls = ['a', 'b'].map((name) => `https://${name}.example/feed`);
    const [one = '', other = ''] = urls;
    await catalogue.write(() =>
      followFeeds(
        urls.map((url) => followed(url, ['ann'])),
        NOW,
      ),
    );
    expect(await store(itemsAt(2_000, NOW), NOW, one)).toMatchObject({ new: 2_000 });
    expect(await store(itemsAt(300, NOW, 'other'), NOW, other)).toMatchObject({
      new: 100,
      dropped: { 'over-follower-limit': 200 },
    });
    // A second follower, who follows nothing else, has room for all of it.
    await catalogue.write(() => followFeeds([followed(other, ['ann', 'bob'])], NOW));
    const all = itemsAt(300, NOW, 'again');
    for (let day = 1; day <= 6; day += 1) await store(all, NOW + day * DAY_MS, other);
    expect(await count(catalogue, 'again', other)).toBe(300);
  });

  it('replaces the oldest episodes of a full show by new ones', async () => {
    const { catalogue, store } = await opened();
    await catalogue.write(() => followFeeds([followed(FEED, ['ann'])], NOW));
    const limits = { person: 20, show: 20 };
    await store(itemsAt(20, NOW - DAY_MS, 'old'), NOW, FEED, limits);
    await store(itemsAt(5, NOW, 'young'), NOW + 1_000, FEED, limits);
    expect(await count(catalogue, 'old')).toBe(15);
    expect(await count(catalogue, 'young')).toBe(5);
  });

  it('alerts all few new episodes of a full show that still lists its archive', async () => {
    const { catalogue, store } = await opened();
    await catalogue.write(() => followFeeds([followed(FEED, ['ann'])], NOW));
    const limits = { person: 20, show: 20 };
    const archive = itemsAt(200, NOW - DAY_MS, 'old');
    await store(archive, NOW, FEED, limits);
    const news = itemsAt(6, NOW, 'young');
    expect(await store([...news, ...archive], NOW + 1_000, FEED, limits)).toMatchObject({ new: 6 });
    let alerted = 0;
    for await (const { title } of newEpisodes(catalogue, 0, 0)) {
      if (title.startsWith('young')) alerted += 1;
    }
    expect(alerted).toBe(6);
  });

  it('keeps ten episodes of a followers-only show a day after its last follower left', async () => {
    const { catalogue, store } = await opened();
    await catalogue.write(() => followFeeds([followed(FEED, ['ann'])], NOW));
    await store(itemsAt(30, NOW));
    await catalogue.write(() => followFeeds([followed(FEED, [])], NOW));
    await catalogue.write(() => followFeeds([], NOW + DAY_MS - 1));
    expect(await count(catalogue)).toBe(30);
    expect(await store(itemsAt(5, NOW - DAY_MS), NOW + 1)).toMatchObject({
      new: 0,
      dropped: { 'no-followers': 5 },
    });
    await catalogue.write(() => followFeeds([], NOW + DAY_MS));
    expect(await count(catalogue)).toBe(10);
    await catalogue.write(() => followFeeds([followed(FEED, ['ann'])], NOW + DAY_MS));
    await store(itemsAt(30, NOW), NOW + DAY_MS);
    expect(await count(catalogue)).toBe(30);
  });

  it('lets only the operator’s feeds grow in a catalogue that is nearly full', async () => {
    const { catalogue, store } = await opened();
    const full = { ...FOLLOWER_LIMITS, catalogue: { episodes: 40, bytes: Infinity } };
    const [hidden, named, listed] = ['hidden', 'named', 'listed'].map(
      (name) => `https://${name}.example/feed`,
    );
    await catalogue.write(() => listFeeds([{ url: listed!, host: '' }], NOW));
    await catalogue.write(() =>
      followFeeds([followed(hidden!, ['ann']), followed(named!, ['ann'], { isNamed: true })], NOW),
    );
    expect(await store(itemsAt(30, NOW), NOW, hidden, full)).toMatchObject({ new: 30 });
    expect(await store(itemsAt(30, NOW), NOW, named, full)).toMatchObject({
      new: 10,
      dropped: { 'catalogue-full': 20 },
    });
    expect(await store(itemsAt(30, NOW), NOW, listed, full)).toMatchObject({ new: 30 });
    expect(await store(itemsAt(5, NOW + 1), NOW + 1_000, hidden, full)).toMatchObject({ new: 5 });
    expect(await count(catalogue, 'word', hidden)).toBe(30 + 10 + 30);
    const small = { ...FOLLOWER_LIMITS, catalogue: { episodes: 9_999, bytes: 0 } };
    expect(await store(itemsAt(5, NOW + 2), NOW + 2_000, named, small)).toMatchObject({ new: 5 });
    expect(await count(catalogue, 'word', hidden)).toBe(70);
  });
});
