import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import type { WritableCatalogue } from '../catalogue.ts';
import { episodeSource } from '../store/episode-source.ts';
import { changedEpisodes } from '../store/new-episodes.ts';
import { exportFeed } from '../testing/copy-feed.ts';
import { storeFeed } from '../store/store-feed.ts';
import { feedItem, fetchRecord, NOW, readingOf } from '../testing/test-catalogue.ts';
import { ENGINES } from '../testing/test-engines.ts';
import { claimFeeds, feedQueue, listFeeds } from './feed-queue.ts';
import { blockedFeeds, blockFeed, countStates, makePublic, unblockFeed } from './feed-state.ts';
import { feedUrls, recordFetch } from '../store/feeds.ts';
import { failingFeeds, followFeeds } from './followed-feeds.ts';

const LISTED = 'https://listed.example/feed';
const ADDED = 'https://added.example/feed?key=4f9a';
const LATER = NOW + 14 * DAY_MS;

const named = (url: string) => ({ url, host: new URL(url).host });

async function add(catalogue: WritableCatalogue, url: string, followers = 1, changedAtMs = NOW) {
  const followed = { ...named(url), title: 'Club', followers, changedAtMs };
  await catalogue.write(() => followFeeds([followed], changedAtMs));
}

async function store(
  catalogue: WritableCatalogue,
  url: string,
  titles: readonly string[],
  { now = NOW, publishedAtMs = (_: string) => NOW - HOUR_MS } = {},
) {
  const items = titles.map((title) =>
    feedItem({ title, guid: title, publishedAtMs: publishedAtMs(title) }),
  );
  await catalogue.write(() => storeFeed(url, readingOf(items), now));
  const validators = { etag: 'e', lastModified: null };
  await catalogue.write(() => recordFetch(url, fetchRecord({ validators, bodyHash: 'h' })));
}

const stateOf = async (catalogue: WritableCatalogue, url: string) =>
  (await catalogue.read(() => exportFeed(url)))?.standing.state;

const claimed = async (catalogue: WritableCatalogue, now = NOW) =>
  (await catalogue.write(() => claimFeeds({ now, dueMs: now, limit: 9 }))).map(({ url }) => url);

async function found(catalogue: WritableCatalogue, keyword: string, followed: string[] = []) {
  const asked = { keywords: [keyword], limit: 50, totalLimit: 50, followed };
  const { episodes, total } = await catalogue.query(asked);
  expect(total).toBe(episodes.length);
  return episodes.map(({ title }) => title);
}

describe.each(ENGINES)('states of feeds on $engine', ({ open }) => {
  it('lists the shows whose pending matches are dropped', async () => {
    const { catalogue } = await open();
    await catalogue.write(() => listFeeds([named(LISTED)], NOW));
    await add(catalogue, ADDED);
    const shows = () => episodeSource(catalogue).blockedShows();
    // A feed that the operator lists stays, even if it asks to be in no directory.
    await catalogue.write(() => recordFetch(LISTED, fetchRecord({ failure: 'blocked' })));
    expect(await shows()).toEqual(new Set());
    await catalogue.write(() => recordFetch(ADDED, fetchRecord({ failure: 'blocked' })));
    expect(await shows()).toEqual(new Set([showIdOf(ADDED)]));
    await catalogue.write(() => recordFetch(ADDED, fetchRecord()));
    await catalogue.write(() => blockFeed(LISTED, NOW));
    expect(await shows()).toEqual(new Set([showIdOf(LISTED)]));
    await catalogue.write(() => unblockFeed(LISTED, NOW));
    expect(await shows()).toEqual(new Set());
  });

  it('blocking a feed deletes its episodes, stops fetching and notifies followers', async () => {
    const { catalogue } = await open();
    await catalogue.write(() => listFeeds([named(LISTED)], NOW));
    await add(catalogue, LISTED);
    await store(catalogue, LISTED, ['On ledgers']);
    expect(await found(catalogue, 'ledgers')).toEqual(['On ledgers']);
    await catalogue.write(() => blockFeed(LISTED, NOW));
    await catalogue.write(() => blockFeed(LISTED, NOW + 1));
    expect(await stateOf(catalogue, LISTED)).toBe('blocked');
    expect(await found(catalogue, 'ledgers', [showIdOf(LISTED)])).toEqual([]);
    expect(await claimed(catalogue, LATER)).toEqual([]);
    expect(await catalogue.read(() => feedQueue(LATER))).toMatchObject({ feeds: 0 });
    expect(await catalogue.read(failingFeeds)).toEqual([{ url: LISTED, code: 'operator-blocked' }]);
    // A worker that claimed the feed before the block stores it now.
    await store(catalogue, LISTED, ['More ledgers']);
    expect(await found(catalogue, 'ledgers')).toEqual([]);
    expect(await catalogue.read(countStates)).toEqual({ followers: 0, blocked: 1 });
    expect(await catalogue.read(blockedFeeds)).toEqual([{ url: LISTED, title: 'The Show' }]);
  });

  it('only unblocking ends a block, and schedules a full fetch', async () => {
    const { catalogue } = await open();
    await add(catalogue, ADDED);
    await store(catalogue, ADDED, ['On ledgers']);
    await catalogue.write(() => blockFeed(ADDED, NOW));
    await add(catalogue, ADDED, 0, NOW + 1);
    await catalogue.write(() => followFeeds([], NOW + 91 * DAY_MS));
    await add(catalogue, ADDED, 2, NOW + 91 * DAY_MS);
    await catalogue.write(() => listFeeds([named(LISTED)], NOW));
    expect(await stateOf(catalogue, ADDED)).toBe('blocked');
    expect(await catalogue.write(() => unblockFeed(LISTED, LATER))).toBe(false);
    expect(await catalogue.write(() => unblockFeed(ADDED, LATER))).toBe(true);
    expect(await catalogue.write(() => unblockFeed(ADDED, LATER))).toBe(false);
    const feed = (await catalogue.read(() => exportFeed(ADDED)))!;
    expect(feed.record).toMatchObject({
      validators: { etag: null },
      bodyHash: null,
      nextFetchAtMs: LATER,
    });
    await store(catalogue, ADDED, ['On ledgers'], { now: LATER });
    expect(await found(catalogue, 'ledgers', [showIdOf(ADDED)])).toEqual(['On ledgers']);
  });

  it('hides the URL of a blocked secret feed, and remembers that a blocked feed was listed', async () => {
    const { catalogue } = await open();
    for (const url of [ADDED, LISTED]) {
      await add(catalogue, url);
      await catalogue.write(() => blockFeed(url, NOW));
    }
    expect(await catalogue.read(blockedFeeds)).toEqual([
      { url: 'https://added.example/…', title: 'Club' },
      { url: 'https://listed.example/…', title: 'Club' },
    ]);
    await catalogue.write(() => listFeeds([named(LISTED)], NOW));
    expect(await stateOf(catalogue, LISTED)).toBe('blocked');
    for (const url of [ADDED, LISTED]) await catalogue.write(() => unblockFeed(url, NOW));
    expect(await stateOf(catalogue, ADDED)).toBe('followers');
    expect(await stateOf(catalogue, LISTED)).toBe('public');
  });

  it('blocks a feed before anybody adds it', async () => {
    const { catalogue } = await open();
    await catalogue.write(() => blockFeed(ADDED, NOW));
    await add(catalogue, ADDED);
    await catalogue.write(() => makePublic([ADDED], NOW));
    expect(await claimed(catalogue)).toEqual([]);
    expect(await catalogue.read(feedUrls)).toEqual([ADDED]);
    expect(await catalogue.read(blockedFeeds)).toEqual([{ url: ADDED, title: 'Club' }]);
  });

  it('everybody gets alerts for episodes from two days before a show became public', async () => {
    const { catalogue } = await open();
    await add(catalogue, ADDED);
    const publishedAtMs = (days: string) => LATER - Number(days) * DAY_MS;
    await store(catalogue, ADDED, ['13', '9', '3'], { now: LATER - 2.5 * DAY_MS, publishedAtMs });
    const all = ['13', '9', '3', '2', '1'];
    await store(catalogue, ADDED, all, { now: LATER - HOUR_MS, publishedAtMs });
    const matched = async () => {
      const titles: Record<string, string[]> = { all: [], followers: [] };
      const window = { storedSinceMs: 0, publishedSinceMs: 0 };
      for await (const { title, forFollowers = false } of changedEpisodes(catalogue, 0, window))
        titles[forFollowers ? 'followers' : 'all']?.push(title);
      return { all: titles['all']?.sort(), followers: titles['followers']?.sort() };
    };
    expect(await matched()).toEqual({ all: [], followers: ['1', '13', '2', '3', '9'] });
    expect(await catalogue.write(() => makePublic([ADDED], LATER))).toBe(1);
    expect(await catalogue.write(() => makePublic([ADDED], LATER + 1))).toBe(0);
    expect(await matched()).toEqual({ all: ['1', '2'], followers: ['13', '3', '9'] });
    // Everybody's alerts include episodes that are stored later, whatever their date.
    await store(catalogue, ADDED, [...all, '4'], { now: LATER + HOUR_MS, publishedAtMs });
    expect(await matched()).toEqual({ all: ['1', '2', '4'], followers: ['13', '3', '9'] });
  });
});
