import { describe, expect, test } from 'vitest';
import { listFeeds } from '../../catalogue/queue/feed-queue.ts';
import { followFeeds } from '../../catalogue/queue/followed-feeds.ts';
import { storeFeed } from '../../catalogue/store/store-feed.ts';
import { feedItem, NOW, readingOf } from '../../catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../../catalogue/testing/test-engines.ts';
import { DAY_MS } from '../../contract/index.ts';
import { FEED, type KnownPeople, refreshedWorld } from '../fixtures/refreshed-world.ts';

const ITEM = feedItem({
  title: 'One',
  audio: 'https://audio.example/one.mp3',
  durationSeconds: 100,
});
const world = (settings: Parameters<typeof refreshedWorld>[2]) => refreshedWorld({}, NOW, settings);

describe.each(ENGINES)('who starts a transcription, in a catalogue of $engine', ({ open }) => {
  async function openCatalogue() {
    const { catalogue } = await open();
    await catalogue.write(() => storeFeed(FEED, readingOf([ITEM]), NOW));
    return catalogue;
  }

  const NAMING = { naming: [{ person: 'Ada', title: 'the show' }] };

  test('transcribes only shows that people ask for or the operator includes, unless all are on', async () => {
    for (const [people, count] of [
      [{}, 0],
      [NAMING, 1],
      [{ ...NAMING, unverified: ['Ada'] }, 0],
    ] as [Partial<KnownPeople>, number][]) {
      const { refresh, queued, choose } = world({ isForAllShows: false, people });
      const catalogue = await openCatalogue();
      await refresh(catalogue);
      expect(queued).toHaveLength(count);
      await choose('always');
      await refresh(catalogue);
      expect(queued).toHaveLength(1);
    }
  });

  test('a followed show needs a verified follower', async () => {
    const following = [{ person: 'Ada', feed: FEED }];
    const catalogue = await openCatalogue();
    const followed = { url: FEED, host: 'show.example', title: 'The Show', followers: 1 };
    await catalogue.write(() =>
      followFeeds([{ ...followed, changedAtMs: NOW, isNamed: true }], NOW),
    );
    for (const [unverified, count] of [
      [['Ada'], 0],
      [[], 1],
    ] as const) {
      const people = { following, unverified: [...unverified] };
      const { refresh, queued } = world({ isForAllShows: false, people });
      await refresh(catalogue);
      expect(queued).toHaveLength(count);
    }
  });

  test('an alert that names a show does not mean a feed that is merely titled alike', async () => {
    const { refresh, ledger } = world({ isForAllShows: false, people: NAMING });
    const catalogue = await openCatalogue();
    const alike = (name: string) => `https://${name}.example/feed`;
    for (const name of ['alike', 'listed']) {
      const item = feedItem({ audio: `https://audio.example/${name}.mp3`, durationSeconds: 100 });
      await catalogue.write(() => storeFeed(alike(name), readingOf([item]), NOW));
    }
    const feeds = async () => Object.values((await ledger()).jobs).map(({ feed }) => feed);
    await refresh(catalogue);
    expect(await feeds()).toEqual([FEED]);
    await catalogue.write(() =>
      listFeeds([{ url: alike('listed'), host: 'listed.example' }], NOW, false),
    );
    await refresh(catalogue);
    expect(await feeds()).toEqual([FEED, alike('listed')]);
  });

  test('a feed of thousands of fresh dates leaves the places of other shows', async () => {
    const people = { following: [{ person: 'Ada', feed: FEED }] };
    const { refresh, ledger } = world({ isForAllShows: false, people });
    const { catalogue } = await open();
    const old = { ...ITEM, publishedAtMs: NOW - 6 * DAY_MS };
    await catalogue.write(() => storeFeed(FEED, readingOf([old]), NOW));
    const flood = Array.from({ length: 2100 }, (_, at) =>
      feedItem({ publishedAtMs: NOW - at * 1000, durationSeconds: 100 }),
    );
    const floods = 'https://flood.example/feed';
    await catalogue.write(() => storeFeed(floods, readingOf(flood, { title: 'Flood' }), NOW));
    const followed = { host: '', title: '', followers: 1, changedAtMs: NOW, isNamed: true };
    await catalogue.write(() =>
      followFeeds(
        [
          { ...followed, url: FEED },
          { ...followed, url: floods },
        ],
        NOW,
      ),
    );
    await refresh(catalogue);
    expect(Object.values((await ledger()).jobs).map(({ title }) => title)).toEqual(['One']);
  });
});
