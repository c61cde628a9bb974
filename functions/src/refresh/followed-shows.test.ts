import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { fetchFeed } from '../feeds/fetch/fetch-feed.ts';
import { showIdOf } from '../feeds/show-id.ts';
import { readFeed } from '../feeds/read/read-feed.ts';
import { keepLog, logEntries } from '../testing/test-log.ts';
import { serveOnLoopback } from '../testing/test-server.ts';
import { type FollowedFeed, followFeeds } from '../catalogue/queue/followed-feeds.ts';
import { NOW, temporaryCatalogue } from '../catalogue/testing/test-catalogue.ts';
import type { FollowedShows } from './followed-shows.ts';
import { refreshCatalogue } from './refresh-catalogue.ts';
import { exportFeed } from '../catalogue/testing/copy-feed.ts';

const rss = (
  block = '',
) => `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
  <channel><title>Brought</title>${block}<item><title>One</title><link>https://show.example/1</link>
  <pubDate>${new Date(NOW - HOUR_MS).toUTCString()}</pubDate></item></channel></rss>`;

/** Followed shows in memory. `asked` records the time from which each read starts. */
function memoryShows(feeds: FollowedFeed[]) {
  const asked: (number | null)[] = [];
  const told = new Map<string, string>();
  const failureUpdates: (string | null)[] = [];
  const publicStates: boolean[] = [];
  const shows: FollowedShows = {
    changedSince: (sinceMs) => {
      asked.push(sinceMs);
      return Promise.resolve(feeds.filter(({ changedAtMs }) => changedAtMs >= (sinceMs ?? 0)));
    },
    awaited: () => Promise.resolve([{ person: 'Ada', title: 'brought' }]),
    failures: () => Promise.resolve(new Map(told)),
    setFailure: (url, failure) => {
      failureUpdates.push(failure);
      if (failure === null) told.delete(url);
      else told.set(url, failure);
      return Promise.resolve();
    },
    setPublic: (_, isPublic) => Promise.resolve(void publicStates.push(isPublic)),
  };
  return { shows, asked, failureUpdates, publicStates };
}

async function open(block = '') {
  const state = { answers: true, requests: 0, block };
  const base = await serveOnLoopback((_, response) => {
    state.requests += 1;
    if (state.answers) response.end(rss(state.block));
    else response.writeHead(500).end();
  });
  const url = `${base}/feed`;
  const feed = { url, host: new URL(url).host, title: 'Brought' };
  const catalogue = temporaryCatalogue();
  const refresh = (followed: FollowedShows, now: number) =>
    refreshCatalogue({
      catalogue,
      now,
      feeds: [],
      followed,
      readFeed,
      readFile: () => Promise.reject(new Error('no files')),
      fetchFeed: (address, validators) =>
        fetchFeed(address, validators, { allowPrivate: () => true }),
    });
  return { state, feed, url, catalogue, refresh };
}

it('fetches a newly followed show, and reads each change once', async () => {
  const { feed, catalogue, refresh, state } = await open();
  const { shows, asked, publicStates } = memoryShows([
    { ...feed, followers: 1, changedAtMs: NOW - 5 },
  ]);
  const summary = await refresh(shows, NOW);
  expect(summary).toMatchObject({ new: 1, failed: 0, isWorthStoring: true });
  const found = async (followed: string[]) =>
    (await catalogue.query({ keywords: ['One'], limit: 9, totalLimit: 9, followed })).total;
  expect(await found([showIdOf(feed.url)])).toBe(1);
  expect(await found([])).toBe(0);
  expect(publicStates).toEqual([false]);
  expect(await refresh(shows, NOW + MINUTE_MS)).toMatchObject({ new: 0, isWorthStoring: false });
  expect(asked).toEqual([null, NOW - 5]);
  expect(state.requests).toBe(1);
});

it('shows followers a failure after five attempts, and its end', async () => {
  const { feed, refresh, state } = await open();
  const { shows, failureUpdates } = memoryShows([{ ...feed, followers: 1, changedAtMs: NOW }]);
  state.answers = false;
  for (let run = 0; run < 4; run += 1) await refresh(shows, NOW + run * HOUR_MS);
  expect(failureUpdates).toEqual([]);
  for (let run = 4; run < 8; run += 1) await refresh(shows, NOW + run * HOUR_MS);
  expect(failureUpdates).toEqual(['The feed’s host answers with an error.']);
  state.answers = true;
  await refresh(shows, NOW + 9 * HOUR_MS);
  expect(failureUpdates).toEqual(['The feed’s host answers with an error.', null]);
});

it('does not store a blocked show, and shows followers the reason', async () => {
  const { feed, refresh, catalogue } = await open('<itunes:block>Yes</itunes:block>');
  const { shows, failureUpdates } = memoryShows([{ ...feed, followers: 1, changedAtMs: NOW }]);
  expect(await refresh(shows, NOW)).toMatchObject({ new: 0, failed: 1 });
  expect(failureUpdates).toEqual([expect.stringContaining('no directory')]);
  expect(await catalogue.contents()).toMatchObject({ episodes: 0 });
  const { standing } = (await catalogue.read(() => exportFeed(feed.url)))!;
  expect(standing.state).toBe('followers');
  await refresh(shows, NOW + DAY_MS);
  expect(failureUpdates).toHaveLength(1);
});

it('deletes the stored episodes of a show that becomes blocked', async () => {
  const { state, feed, refresh, catalogue } = await open();
  const { shows } = memoryShows([{ ...feed, followers: 1, changedAtMs: NOW }]);
  await refresh(shows, NOW);
  expect((await catalogue.read(() => exportFeed(feed.url)))?.episodes).toHaveLength(1);
  state.block = '<itunes:block>Yes</itunes:block>';
  await refresh(shows, NOW + HOUR_MS);
  expect((await catalogue.read(() => exportFeed(feed.url)))?.episodes).toEqual([]);
  const { requests } = state;
  await refresh(shows, NOW + DAY_MS);
  expect(state.requests).toBe(requests);
  // A blocked feed is fetched again after three days. Once it is no longer blocked, it is read in full.
  state.block = '';
  await refresh(shows, NOW + 4 * DAY_MS);
  expect((await catalogue.read(() => exportFeed(feed.url)))?.episodes).toHaveLength(1);
});

it('continues without followers if they cannot be read, and logs no address', async () => {
  const { feed, refresh, catalogue } = await open();
  await catalogue.write(() => followFeeds([{ ...feed, followers: 1, changedAtMs: NOW }], NOW));
  const lines = keepLog();
  const away = () => Promise.reject(new Error(`away: ${feed.url}`));
  const summary = await refresh(
    { changedSince: away, awaited: away, failures: away, setFailure: away, setPublic: away },
    NOW,
  );
  expect(summary).toMatchObject({ new: 1 });
  expect(logEntries(lines).map(({ event }) => event)).toEqual([
    'followed-shows-away',
    'followed-shows-away',
  ]);
  expect(lines.join('\n')).not.toContain('/feed');
});
