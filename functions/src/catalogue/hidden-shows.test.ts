import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../contract/index.ts';
import { showIdOf } from '../feeds/show-id.ts';
import type { WritableCatalogue } from './catalogue.ts';
import { feedItem, fetchRecord, NOW, readingOf } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';
import { followFeeds, untoldShows } from './queue/followed-feeds.ts';
import { storeFeed } from './store/store-feed.ts';
import { recordFetch } from './store/feeds.ts';
import { listFeeds } from './queue/feed-queue.ts';
import { makePublic } from './queue/feed-state.ts';
import { run } from './schema/work.ts';
import { exportFeed } from './testing/copy-feed.ts';

const PUBLIC = 'https://public.example/feed';
const HIDDEN = 'https://hidden.example/lounge?c=4f9a';
const OTHER = 'https://other.example/lounge?c=81bd';
const MINE = [showIdOf(HIDDEN)];

async function bring(catalogue: WritableCatalogue, url: string, titles: readonly string[]) {
  const brought = { url, host: new URL(url).host, title: 'Club', followers: 1, changedAtMs: NOW };
  await catalogue.write(() => followFeeds([brought], NOW));
  await hear(catalogue, url, titles);
}

async function hear(
  catalogue: WritableCatalogue,
  url: string,
  titles: readonly string[],
  now = NOW,
) {
  const items = titles.map((title, at) => {
    const audio = `https://audio.example/${title.replaceAll(' ', '-')}.mp3`;
    const publishedAtMs = NOW - HOUR_MS - at * 60_000;
    return feedItem({ title, guid: title, audio, publishedAtMs });
  });
  const show = { title: `Show of ${new URL(url).host}`, publisher: 'Makers' };
  await catalogue.write(() => storeFeed(url, readingOf(items, show), now));
  await catalogue.write(() => recordFetch(url, fetchRecord({ host: new URL(url).host })));
}

async function list(catalogue: WritableCatalogue, ...urls: string[]) {
  await catalogue.write(() =>
    listFeeds(
      urls.map((url) => ({ url, host: new URL(url).host })),
      NOW,
    ),
  );
}

async function found(catalogue: WritableCatalogue, keyword: string, followed: string[] = []) {
  const asked = { keywords: [keyword], limit: 50, totalLimit: 50, followed };
  const { episodes, total } = await catalogue.query(asked);
  expect(total).toBe(episodes.length);
  return episodes.map(({ podcast, alsoIn = [], forFollowers }) =>
    [
      podcast.replace('Show of ', '').replace('.example', ''),
      ...alsoIn.map((show) => `also ${show.podcast}`),
      ...(forFollowers ? ['for followers'] : []),
    ].join(', '),
  );
}

describe.each(ENGINES)('followers-only shows on $engine', ({ engine, open }) => {
  it('a followers-only duplicate neither hides a public episode nor appears beside it', async () => {
    const { catalogue } = await open();
    const titles = ['Copper ledgers today', 'Silver ledgers today'];
    await bring(catalogue, HIDDEN, titles);
    await list(catalogue, PUBLIC);
    await hear(catalogue, PUBLIC, titles, NOW + HOUR_MS);
    await bring(catalogue, OTHER, titles);
    expect(await found(catalogue, 'ledgers')).toEqual(['public', 'public']);
    expect(await found(catalogue, 'ledgers', MINE)).toEqual(
      expect.arrayContaining(['public', 'hidden, for followers']),
    );
    expect(await found(catalogue, 'show:"Show of other.example"', MINE)).toEqual([]);
  });

  it('a followers-only show joins no group of duplicates until it is public', async () => {
    const { catalogue } = await open();
    await list(catalogue, PUBLIC);
    await hear(catalogue, PUBLIC, ['Copper ledgers today']);
    await bring(catalogue, HIDDEN, ['Copper ledgers today']);
    expect(await found(catalogue, 'ledgers')).toEqual(['public']);
    expect(await catalogue.write(() => makePublic([HIDDEN], NOW))).toBe(1);
    await hear(catalogue, HIDDEN, ['Copper ledgers today'], NOW + HOUR_MS);
    expect(await found(catalogue, 'ledgers')).toEqual(['public, also Show of hidden.example']);
  });

  it('the operator’s list or Apple’s directory makes a show public', async () => {
    const ways: Record<string, (catalogue: WritableCatalogue) => Promise<unknown>> = {
      list: (catalogue) => list(catalogue, HIDDEN),
      apple: (catalogue) =>
        catalogue.write(() =>
          followFeeds(
            [
              {
                url: HIDDEN,
                host: 'hidden.example',
                title: 'Club',
                followers: 2,
                changedAtMs: NOW,
                isNamed: true,
              },
            ],
            NOW,
          ),
        ),
    };
    for (const [name, way] of Object.entries(ways)) {
      const { catalogue } = await open();
      const isFound = async () => (await found(catalogue, 'ledgers')).join('; ');
      await bring(catalogue, HIDDEN, ['Copper ledgers']);
      expect(`${name}: ${await isFound()}`).toBe(`${name}: `);
      await way(catalogue);
      await hear(catalogue, HIDDEN, ['Copper ledgers'], NOW + HOUR_MS);
      expect(`${name}: ${await isFound()}`).toBe(`${name}: hidden`);
      expect(await catalogue.read(untoldShows)).toEqual([{ url: HIDDEN, isPublic: true }]);
    }
  });

  it('spelling suggestions ignore followers-only shows', async () => {
    const { catalogue } = await open();
    await bring(catalogue, HIDDEN, ['Copper ledgers']);
    expect(await catalogue.textsWith({ keywords: ['ledgers', 'cop*'], limit: 9 })).toEqual([]);
    await catalogue.write(() => makePublic([HIDDEN], NOW));
    expect(await catalogue.textsWith({ keywords: ['ledgers'], limit: 9 })).toHaveLength(1);
  });

  it('a show stays followers-only after its last follower has left', async () => {
    const { catalogue } = await open();
    await bring(catalogue, HIDDEN, ['Copper ledgers']);
    const left = { url: HIDDEN, host: 'hidden.example', title: 'Club', followers: 0 };
    await catalogue.write(() => followFeeds([{ ...left, changedAtMs: NOW + 1 }], NOW + 1));
    await catalogue.write(() => followFeeds([], NOW + 31 * DAY_MS));
    // A worker that claimed the feed earlier may store it later.
    await hear(catalogue, HIDDEN, ['Copper ledgers'], NOW + 2 * HOUR_MS);
    expect(await found(catalogue, 'ledgers')).toEqual([]);
    expect((await catalogue.read(() => exportFeed(HIDDEN)))?.standing).toMatchObject({
      state: 'followers',
      source: null,
    });
    await catalogue.write(() =>
      followFeeds([{ ...left, followers: 1, changedAtMs: NOW + 2 }], NOW + 40 * DAY_MS),
    );
    expect(await found(catalogue, 'ledgers', MINE)).toEqual(['hidden, for followers']);
    expect(await found(catalogue, 'ledgers')).toEqual([]);
  });

  it('finds public matches behind many newer followers-only matches', async () => {
    const { catalogue } = await open();
    await bring(
      catalogue,
      HIDDEN,
      Array.from({ length: 300 }, (_, at) => `ledgers ${at}`),
    );
    await list(catalogue, PUBLIC);
    await hear(catalogue, PUBLIC, ['old ledgers']);
    const asked = { keywords: ['ledgers'], limit: 1, totalLimit: 1 };
    expect(await catalogue.query(asked)).toMatchObject({
      total: 1,
      episodes: [{ title: 'old ledgers' }],
    });
    const mine = await catalogue.query({ ...asked, totalLimit: 1000, followed: MINE });
    expect(mine.total).toBe(301);
  });

  it.skipIf(engine === 'SQLite')(
    'stays hidden among more followers-only shows than a search excludes',
    async () => {
      const { catalogue } = await open();
      await bring(catalogue, HIDDEN, ['Copper ledgers']);
      await catalogue.write(() =>
        run(`INSERT INTO feeds (url, state, episodes)
          SELECT 'https://other.example/' || number, 'followers', 9
          FROM generate_series(1, 1000) AS numbers (number)`),
      );
      expect(await found(catalogue, 'ledgers')).toEqual([]);
      expect(await found(catalogue, 'ledgers', MINE)).toEqual(['hidden, for followers']);
    },
  );
});
