import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import type { FeedItem } from '../../feeds/feed-model.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import { followFeeds } from '../queue/followed-feeds.ts';
import { listFeeds } from '../queue/feed-queue.ts';
import { feedItem, NOW, readingOf } from '../testing/test-catalogue.ts';
import { ENGINES } from '../testing/test-engines.ts';
import { catalogueSize } from './feed-room.ts';
import { storeFeed } from './store-feed.ts';

const LIMITS = { person: 60, show: 2, catalogue: { episodes: 200, bytes: Infinity } };
const LISTED = 'https://listed.example/feed';
const HONEST = 'https://honest.example/feed';
const PEOPLE = ['mallory', 'trudy'];
const SHOWS = Array.from({ length: 8 }, (_, at) => `https://hostile-${at}.example/feed`);

/** What hostile people do in turn. */
const act = fc.oneof(
  fc.record({
    kind: fc.constant('publish' as const),
    show: fc.nat(SHOWS.length - 1),
    items: fc.integer({ min: 1, max: 80 }),
    /** Some give old dates, some the time of the request. */
    ageMs: fc.constantFrom(0, HOUR_MS, 5 * DAY_MS, 30 * DAY_MS),
    isUndated: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('follow' as const),
    show: fc.nat(SHOWS.length - 1),
    followers: fc.subarray(PEOPLE),
    /** Followers of an earlier version are counted, but not told apart. */
    isKnown: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('follow-honest' as const), isFollowing: fc.boolean() }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 12, 30, -2) }),
);

const numbered = (name: string, at: number, publishedAtMs: number | null): FeedItem =>
  feedItem({ guid: `${name} ${at}`, title: `${name} ${name}number${at}`, publishedAtMs });

describe.each(ENGINES)('hostile followers on $engine', ({ open, pace }) => {
  it('bounds what they store, and keeps listed and honest shows complete', async () => {
    const { catalogue, clear, checkIndex } = await open();
    const scenario = fc.array(act, { minLength: 4, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(scenario, async (acts) => {
        await clear();
        const publicFollowers = new Map<string, number>();
        let now = NOW;
        let published = 0;
        let mayBeFull = false;
        const feeds = { [LISTED]: [] as FeedItem[], [HONEST]: [] as FeedItem[] };
        const follow = (url: string, sharers: string[], followers = sharers.length) => {
          publicFollowers.set(url, followers);
          const standing = { title: url, host: new URL(url).host, changedAtMs: now };
          return catalogue.write(() =>
            followFeeds([{ url, followers, sharers, ...standing }], now),
          );
        };
        const store = (url: string, items: FeedItem[]) =>
          catalogue.write(() => storeFeed(url, readingOf(items, { title: url }), now, LIMITS));
        const followed = [...SHOWS, HONEST].map(showIdOf);
        const count = async (keyword: string) =>
          (await catalogue.query({ keywords: [keyword], limit: 1, totalLimit: 999, followed }))
            .total;

        await catalogue.write(() => listFeeds([{ url: LISTED, host: '' }], now));
        await follow(HONEST, ['alice']);
        // Room that only Alice has, and a hostile person who has none.
        feeds[HONEST].push(...Array.from({ length: 40 }, (_, at) => numbered('honest', at, now)));
        await store(HONEST, feeds[HONEST]);
        await follow(SHOWS[0]!, ['mallory']);
        await store(
          SHOWS[0]!,
          Array.from({ length: 60 }, (_, at) => numbered('junk', -at, now)),
        );
        for (const each of acts) {
          if (each.kind === 'wait') now += each.hours * HOUR_MS;
          else if (each.kind === 'follow') {
            const { followers } = each;
            await follow(SHOWS[each.show]!, each.isKnown ? followers : [], followers.length);
          } else if (each.kind === 'follow-honest') {
            await follow(HONEST, each.isFollowing ? ['mallory', 'alice'] : ['alice']);
          } else {
            const url = SHOWS[each.show]!;
            if (!publicFollowers.has(url)) continue;
            const items = Array.from({ length: each.items }, (_, at) => {
              published += 1;
              return numbered('junk', published, each.isUndated ? null : now - each.ageMs - at);
            });
            const before = await count('junk');
            const { new: added } = await store(url, items);
            expect(added).toBeLessThanOrEqual(LIMITS.person);
            expect((await count('junk')) - before).toBeLessThanOrEqual(added);
          }
          for (const [url, name] of [
            [LISTED, 'listed'],
            [HONEST, 'honest'],
          ] as const) {
            const items = feeds[url];
            items.unshift(numbered(name, items.length, now - 1_000));
            await store(url, items);
            const isStored = (await count(`${name}number${items.length - 1}`)) === 1;
            // When the catalogue is full, only the operator's shows are certain to grow.
            expect(isStored || (name === 'honest' && mayBeFull)).toBe(true);
          }
          const { episodes } = await catalogue.read(() => catalogueSize(LIMITS.catalogue));
          mayBeFull ||= episodes >= LIMITS.catalogue.episodes;
          if (!mayBeFull) expect(await count('honest')).toBe(feeds[HONEST].length);
          expect(await count('listed')).toBe(feeds[LISTED].length);
          // Two people, unknown followers, and what each show may have besides.
          const junk = await count('junk');
          expect(junk).toBeLessThanOrEqual(3 * LIMITS.person + 2 * LIMITS.show * SHOWS.length);
          expect(episodes - feeds[LISTED].length).toBeLessThanOrEqual(LIMITS.catalogue.episodes);
        }
        await checkIndex();
      }),
      { numRuns: fuzzRuns(Math.ceil(24 * pace)) },
    );
  });
});
