import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import { type ClaimedFeed, claimFeeds, releaseFeeds } from '../catalogue/queue/feed-queue.ts';
import { EARLY_MS } from '../catalogue/queue/next-fetch.ts';
import { type FeedRefresh, type FeedReport, refreshFeed } from './refresh-feed.ts';

/** Max concurrent fetches per worker. `claimFeeds` limits them per host. */
const CONCURRENCY = 32;
/** Interval between claims while hosts are at their limit. */
const CLAIM_EVERY_MS = 250;
/** Delay before a claim, so that fetches that end at nearly the same time share one claim. */
const GATHER_MS = 5;

interface DueFeedsOptions extends FeedRefresh {
  /** Returns the current time, while `now` stays the start of the refresh. */
  clock: () => number;
  /** Refreshes only these feeds, due or not. */
  among?: readonly string[] | undefined;
  /** Waits for feeds of `among` that other workers hold. */
  waits?: boolean;
  maxFeeds?: number;
  onProgress?: ((report: FeedReport, done: number) => void) | undefined;
}

/** Claims only feeds that it can start soon, so that other workers can claim the rest. Reports are unordered. */
export async function refreshDueFeeds(options: DueFeedsOptions): Promise<FeedReport[]> {
  const { catalogue, now, signal, onProgress, clock, among } = options;
  const { waits = true, maxFeeds = Infinity } = options;
  // Every fetch adds a listener to the signal; without this call, Node warns of a leak.
  if (signal !== undefined) setMaxListeners(0, signal);
  const limitAll = pLimit(CONCURRENCY);
  const running = new Set<Promise<void>>();
  const reports: FeedReport[] = [];
  const wanted = among && new Set(among);
  let begun = 0;

  async function refresh(feed: ClaimedFeed): Promise<void> {
    const report = await refreshFeed(feed, options, clock());
    reports.push(report);
    onProgress?.(report, reports.length);
  }

  while (signal?.aborted !== true && wanted?.size !== 0 && begun < maxFeeds) {
    const claimed = await catalogue.write(() =>
      claimFeeds({
        now: clock(),
        dueMs: now + EARLY_MS,
        limit: Math.min(2 * CONCURRENCY - running.size, maxFeeds - begun),
        among: wanted && [...wanted],
      }),
    );
    begun += claimed.length;
    for (const feed of claimed) {
      wanted?.delete(feed.url);
      // A failed promise stays in `running`, so that the next race throws its error, even if the promise
      // failed during a claim.
      const task = limitAll(() => refresh(feed)).then(() => void running.delete(task));
      running.add(task);
    }
    if (running.size === 0 && (wanted === undefined || !waits)) break;
    do await Promise.race([...running, pause(CLAIM_EVERY_MS)]);
    while (running.size >= CONCURRENCY);
    await pause(GATHER_MS);
  }
  await Promise.all(running);
  const unreached = reports
    .filter(({ status }) => status === 'not-reached')
    .map(({ feed }) => feed);
  if (unreached.length > 0)
    await catalogue.writeOne(() => releaseFeeds(unreached)).catch(() => undefined);
  return reports;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
