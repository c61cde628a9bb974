import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import { feedItem, fetchRecord, NOW, readingOf } from '../testing/test-catalogue.ts';
import { ENGINES } from '../testing/test-engines.ts';
import {
  awaitShows,
  failingFeeds,
  type FollowedFeed,
  followedUntil,
  followFeeds,
} from './followed-feeds.ts';
import { exportFeed } from '../testing/copy-feed.ts';
import { blockFeed, emptyAddedFeed } from './feed-state.ts';
import { claimFeeds, listFeeds } from './feed-queue.ts';
import { feedUrls, recordFetch } from '../store/feeds.ts';
import { storeFeed } from '../store/store-feed.ts';

const URL_A = 'https://a.example/feed';

const followed = (followers: number, changedAtMs = NOW): FollowedFeed => ({
  url: URL_A,
  host: 'a.example',
  title: 'A show',
  followers,
  changedAtMs,
});

const listed = { url: URL_A, host: 'a.example' };

describe.each(ENGINES)('followed feeds on $engine', ({ open }) => {
  async function opened() {
    const { catalogue } = await open();
    const stored = async () => {
      const feed = (await catalogue.read(() => exportFeed(URL_A)))!;
      return { title: feed.title, ...feed.standing };
    };
    const claimed = async (now = NOW) =>
      (await catalogue.write(() => claimFeeds({ now, dueMs: now, limit: 9 }))).map(
        ({ url }) => url,
      );
    return { catalogue, stored, claimed };
  }

  it('an unknown followed feed is followers-only, due now, and fetched at the shortest interval', async () => {
    const { catalogue, stored, claimed } = await opened();
    expect(await catalogue.read(followedUntil)).toBeNull();
    await catalogue.write(() => followFeeds([followed(2, NOW - 5)], NOW));
    expect(await stored()).toEqual({
      title: 'A show',
      source: 'person',
      state: 'followers',
      followers: 2,
      followed: 1,
      followedAtMs: NOW - 5,
      showId: showIdOf(URL_A),
      stateSinceMs: NOW,
      stateBeforeBlock: null,
    });
    expect(await claimed()).toEqual([URL_A]);
    expect(await catalogue.read(followedUntil)).toBe(NOW - 5);
  });

  it('a listed feed stays public, and its first follower makes it due', async () => {
    const { catalogue, stored, claimed } = await opened();
    await catalogue.write(() => listFeeds([listed], NOW - DAY_MS));
    await catalogue.write(() => recordFetch(URL_A, fetchRecord({ nextFetchAtMs: NOW + DAY_MS })));
    await catalogue.write(() => followFeeds([followed(1)], NOW));
    expect(await stored()).toMatchObject({ source: 'list', state: 'public', followers: 1 });
    expect(await claimed()).toEqual([URL_A]);
    await catalogue.write(() => recordFetch(URL_A, fetchRecord({ nextFetchAtMs: NOW + DAY_MS })));
    await catalogue.write(() => followFeeds([followed(2)], NOW));
    expect(await claimed()).toEqual([]);
    await catalogue.write(() => followFeeds([followed(0)], NOW));
    expect(await stored()).toMatchObject({ source: 'list', followed: 1, followers: 0 });
  });

  it('a feed whose full title an alert names is fetched at the shortest interval', async () => {
    const { catalogue, stored, claimed } = await opened();
    await catalogue.write(() => followFeeds([followed(1)], NOW));
    await catalogue.write(() => followFeeds([followed(0)], NOW));
    await catalogue.write(() => recordFetch(URL_A, fetchRecord({ nextFetchAtMs: NOW + DAY_MS })));
    await catalogue.write(() => awaitShows(['show', 'a'], NOW));
    expect(await claimed()).toEqual([]);
    await catalogue.write(() => awaitShows(['a show'], NOW));
    expect(await stored()).toMatchObject({ followed: 1, followers: 0 });
    expect(await claimed()).toEqual([URL_A]);
    await catalogue.write(() => recordFetch(URL_A, fetchRecord({ nextFetchAtMs: NOW + DAY_MS })));
    await catalogue.write(() => awaitShows(['a show'], NOW + MINUTE_MS));
    expect(await claimed(NOW + MINUTE_MS)).toEqual([]);
    await catalogue.write(() => awaitShows([], NOW + MINUTE_MS));
    expect(await stored()).toMatchObject({ followed: 0 });
  });

  it('a feed is unscheduled 30 days after its last follower, until it has a new follower', async () => {
    const { catalogue, stored } = await opened();
    await catalogue.write(() => followFeeds([followed(1)], NOW));
    await catalogue.write(() => followFeeds([followed(0)], NOW));
    expect(await stored()).toMatchObject({ source: 'person', followed: 0 });
    await catalogue.write(() => followFeeds([], NOW + 30 * DAY_MS - 1));
    expect(await stored()).toMatchObject({ source: 'person' });
    await catalogue.write(() => followFeeds([], NOW + 30 * DAY_MS));
    expect(await stored()).toMatchObject({ source: null });
    await catalogue.write(() => followFeeds([followed(1)], NOW + 31 * DAY_MS));
    expect(await stored()).toMatchObject({ source: 'person', followed: 1 });
  });

  it('a feed without followers is deleted after its last episodes', async () => {
    const { catalogue } = await opened();
    await catalogue.write(() => followFeeds([followed(1)], NOW));
    await catalogue.write(() =>
      storeFeed(URL_A, readingOf([feedItem({ publishedAtMs: null })]), NOW),
    );
    await catalogue.write(() => followFeeds([followed(0)], NOW));
    await catalogue.write(() => followFeeds([], NOW + 90 * DAY_MS));
    expect(await catalogue.read(feedUrls)).toEqual([URL_A]);
    await catalogue.prune(NOW + 90 * DAY_MS);
    await catalogue.write(() => followFeeds([], NOW + 90 * DAY_MS - 1));
    expect(await catalogue.read(feedUrls)).toEqual([URL_A]);
    await catalogue.write(() => followFeeds([], NOW + 90 * DAY_MS));
    expect(await catalogue.read(feedUrls)).toEqual([]);
  });

  it('a listed feed stays scheduled without followers', async () => {
    const { catalogue, stored } = await opened();
    await catalogue.write(() => listFeeds([listed], NOW));
    await catalogue.write(() => followFeeds([followed(1)], NOW));
    await catalogue.write(() => followFeeds([followed(0)], NOW));
    await catalogue.write(() => followFeeds([], NOW + 99 * DAY_MS));
    expect(await stored()).toMatchObject({ source: 'list' });
  });

  it('reports followed feeds after five failures, or when blocked', async () => {
    const { catalogue } = await opened();
    await catalogue.write(() => followFeeds([followed(1)], NOW));
    const failing = async (failures: number) => {
      await catalogue.write(() => recordFetch(URL_A, fetchRecord({ failures, failure: 'gone' })));
      return catalogue.read(failingFeeds);
    };
    expect(await failing(4)).toEqual([]);
    expect(await failing(5)).toEqual([{ url: URL_A, code: 'gone' }]);
    await catalogue.write(() => followFeeds([followed(0)], NOW));
    expect(await catalogue.read(failingFeeds)).toEqual([]);
    await catalogue.write(() => followFeeds([followed(1)], NOW));
    expect(await failing(0)).toEqual([]);
    await catalogue.write(() => blockFeed(URL_A, NOW));
    expect(await catalogue.read(failingFeeds)).toEqual([{ url: URL_A, code: 'operator-blocked' }]);
  });

  it('reports a feed that opts out of directories, and empties it if only people added it', async () => {
    const { catalogue, stored } = await opened();
    await catalogue.write(() => followFeeds([followed(1)], NOW));
    await catalogue.write(() => storeFeed(URL_A, readingOf([feedItem()]), NOW));
    expect(await catalogue.write(() => emptyAddedFeed(URL_A))).toBe(true);
    expect((await catalogue.read(() => exportFeed(URL_A)))?.episodes).toEqual([]);
    await catalogue.write(() =>
      recordFetch(URL_A, fetchRecord({ failures: 1, failure: 'blocked' })),
    );
    expect(await catalogue.read(failingFeeds)).toEqual([{ url: URL_A, code: 'blocked' }]);
    expect(await stored()).toMatchObject({ state: 'followers' });
    await catalogue.write(() => listFeeds([listed], NOW));
    await catalogue.write(() => storeFeed(URL_A, readingOf([feedItem()]), NOW));
    expect(await catalogue.write(() => emptyAddedFeed(URL_A))).toBe(false);
    expect((await catalogue.read(() => exportFeed(URL_A)))?.episodes).toHaveLength(1);
  });
});
