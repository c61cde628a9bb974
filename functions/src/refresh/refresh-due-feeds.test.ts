import { NO_VALIDATORS } from '../feeds/feed-model.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../platform/app-error.ts';
import { feedItem, NOW, readingOf } from '../catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../catalogue/testing/test-engines.ts';
import { claimFeeds, feedQueue, LEASE_MS, listFeeds } from '../catalogue/queue/feed-queue.ts';
import { refreshDueFeeds } from './refresh-due-feeds.ts';
import { refreshCatalogue } from './refresh-catalogue.ts';
import { failingAt } from '../catalogue/testing/failing-at.ts';

/** Matches the statement that records a fetch. */
const STORES_FETCH = /^INSERT INTO feeds \(url, etag/;

describe.each(ENGINES)('workers in $engine', ({ open }) => {
  /** Sets up `count` feeds with one episode each, on `hosts` hosts, and workers that refresh them. */
  async function world(count: number, hosts: number) {
    const { catalogue } = await open();
    const feeds = Array.from({ length: count }, (_, at) => ({
      url: `https://host${at % hosts}.example/${at}`,
    }));
    await catalogue.write(() =>
      listFeeds(
        feeds.map(({ url }) => ({ url, host: new URL(url).host })),
        NOW,
      ),
    );
    const asked: string[] = [];
    const busy = new Map<string, number>();
    let most = 0;
    const fetchFeed = async (url: string) => {
      const { host } = new URL(url);
      asked.push(url);
      busy.set(host, (busy.get(host) ?? 0) + 1);
      most = Math.max(most, busy.get(host) ?? 0);
      await pause(5);
      busy.set(host, (busy.get(host) ?? 0) - 1);
      const bytes = Buffer.from(url);
      return { kind: 'fetched', bytes, contentType: null, validators: NO_VALIDATORS } as const;
    };
    const options = {
      catalogue,
      now: NOW,
      fetchFeed,
      readFile: () => Promise.reject(new Error('no files here')),
      readFeed: (bytes: Uint8Array) =>
        readingOf([feedItem({ guid: Buffer.from(bytes).toString(), title: 'word' })]),
    };
    return {
      catalogue,
      feeds,
      asked,
      options,
      mostOfAHost: () => most,
      work: (values: Partial<Parameters<typeof refreshDueFeeds>[0]> = {}) =>
        refreshDueFeeds({ ...options, clock: () => NOW, ...values }),
    };
  }

  it('refresh each feed once, within the limits of host and worker', async () => {
    const { asked, work, mostOfAHost, feeds, catalogue } = await world(90, 7);
    const reports = await Promise.all([work({ maxFeeds: 20 }), work(), work()]);
    expect(reports[0].length).toBeLessThanOrEqual(20);
    expect([...asked].sort()).toEqual(feeds.map(({ url }) => url).sort());
    expect(mostOfAHost()).toBe(4);
    expect(await catalogue.contents()).toMatchObject({ episodes: 90 });
  });

  it('refresh the feeds of a crashed worker after its lease', async () => {
    const { asked, work, catalogue } = await world(20, 2);
    // The first worker crashes between claiming and fetching.
    await catalogue.write(() => claimFeeds({ now: NOW, dueMs: NOW, limit: 100 }));
    // The second worker crashes after it has stored an episode, but before it has recorded the fetch.
    const dying = failingAt(catalogue, STORES_FETCH, new AppError('internal', 'killed'));
    const later = () => NOW + LEASE_MS;
    await expect(work({ catalogue: dying, clock: later })).rejects.toThrow('killed');
    // The second worker has claimed four feeds per host, and fetches the others although the first failed.
    const before = 8;
    await vi.waitFor(() => expect(asked).toHaveLength(before));
    await work({ clock: () => NOW + LEASE_MS - 1 });
    await work({ clock: () => NOW + 2 * LEASE_MS });
    expect(new Set(asked).size).toBe(20);
    expect(asked.length).toBe(20 + before);
    expect(await catalogue.contents()).toMatchObject({ episodes: 20 });
    expect(await catalogue.read(() => feedQueue(NOW))).toMatchObject({ due: 0, lateMs: 0 });
  });

  it('wait for a feed that another worker holds, or leave it', async () => {
    const { asked, work, feeds, catalogue } = await world(2, 2);
    const [free = '', held = ''] = feeds.map(({ url }) => url);
    await catalogue.write(() => claimFeeds({ now: NOW, dueMs: NOW, limit: 1, among: [held] }));
    await work({ among: [free, held], waits: false });
    expect(asked).toEqual([free]);
    let clock = NOW;
    const waiting = work({ among: [held], clock: () => clock });
    await pause(10);
    clock = NOW + LEASE_MS;
    await waiting;
    expect(asked).toEqual([free, held]);
  });

  it('throw an error that occurs during the next claim', async () => {
    const { options, work, catalogue } = await world(1, 1);
    const dying = failingAt(catalogue, STORES_FETCH, new AppError('internal', 'killed'));
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    let writes = 0;
    const claimsSlowly: typeof catalogue = {
      ...dying,
      write: async (run) => {
        if (++writes === 2) {
          answer();
          await pause(100);
        }
        return dying.write(run);
      },
    };
    const fetchFeed = async (url: string) => {
      await answered;
      return options.fetchFeed(url);
    };
    await expect(work({ fetchFeed, catalogue: claimsSlowly })).rejects.toThrow('killed');
  });

  it('a refresh that leaves feeds to workers fetches none', async () => {
    const { asked, options, feeds } = await world(5, 5);
    const left: number[] = [];
    const leaveToOthers = ({ due }: { due: number }) => Promise.resolve(left.push(due) > 0);
    expect(await refreshCatalogue({ ...options, feeds, leaveToOthers })).toMatchObject({
      reports: [],
      queue: { due: 5 },
    });
    expect([left, asked]).toEqual([[5], []]);
  });
});
