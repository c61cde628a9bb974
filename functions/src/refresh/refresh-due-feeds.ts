import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import { type ClaimedFeed, claimFeeds, releaseFeeds } from '../catalogue/queue/feed-queue.ts';
import { EARLY_MS } from '../catalogue/queue/next-fetch.ts';
import { type FeedRefresh, type FeedReport, refreshFeed } from './refresh-feed.ts';

/** Feeds that one worker asks at the same time; `claimFeeds` limits them per host. */
const CONCURRENCY = 32;
/** Interval between attempts to claim feeds whose hosts were at their limit, milliseconds. */
const CLAIM_EVERY_MS = 250;
/**
 * Delay before a claim, so that one claim serves several fetches that end at nearly the same time;
 * milliseconds.
 */
const GATHER_MS = 5;

interface AskFeeds extends FeedRefresh {
  /** The current time, epoch milliseconds; `now` stays the time at which the refresh began. */
  clock: () => number;
  /** Only these feeds are asked, due or not. */
  among?: readonly string[] | undefined;
  /** Maximum number of feeds; without limit by default. */
  most?: number;
  /** Called after each feed. */
  onProgress?: ((report: FeedReport, done: number) => void) | undefined;
}

/**
 * Asks feeds until none is due, `most` have been asked, or `signal` fires. A worker claims only feeds that it
 * can soon begin, so that others can ask the rest. Returns the reports, in no order.
 */
export async function askFeeds(options: AskFeeds): Promise<FeedReport[]> {
  const { catalogue, now, signal, onProgress, clock, among, most = Infinity } = options;
  // Every fetch listens to the signal; without this call, Node would warn of a leak.
  if (signal !== undefined) setMaxListeners(0, signal);
  const inAll = pLimit(CONCURRENCY);
  const running = new Set<Promise<void>>();
  const reports: FeedReport[] = [];
  const wanted = among && new Set(among);
  let begun = 0;

  async function ask(feed: ClaimedFeed): Promise<void> {
    const report = await refreshFeed(feed, options, clock());
    reports.push(report);
    onProgress?.(report, reports.length);
  }

  while (signal?.aborted !== true && wanted?.size !== 0 && begun < most) {
    const claimed = await catalogue.write(() =>
      claimFeeds({
        now: clock(),
        dueMs: now + EARLY_MS,
        limit: Math.min(2 * CONCURRENCY - running.size, most - begun),
        among: wanted && [...wanted],
      }),
    );
    begun += claimed.length;
    for (const feed of claimed) {
      wanted?.delete(feed.url);
      // One that fails stays, so that the next race throws its error even if it failed during a claim.
      const asked = inAll(() => ask(feed)).then(() => void running.delete(asked));
      running.add(asked);
    }
    if (running.size === 0 && wanted === undefined) break;
    do await Promise.race([...running, waited(CLAIM_EVERY_MS)]);
    while (running.size >= CONCURRENCY);
    await waited(GATHER_MS);
  }
  await Promise.all(running);
  const back = reports.filter(({ status }) => status === 'not-reached').map(({ feed }) => feed);
  if (back.length > 0) await catalogue.writeOne(() => releaseFeeds(back)).catch(() => undefined);
  return reports;
}

function waited(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
