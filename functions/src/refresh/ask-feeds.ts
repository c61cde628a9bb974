import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import type { WritableCatalogue } from '../catalogue/catalogue.ts';
import { type ClaimedFeed, claimFeeds, releaseFeeds } from '../catalogue/queue/feed-queue.ts';
import { announcerSchema, countBrought } from '../catalogue/queue/wake-ups.ts';
import { EARLY_MS } from '../catalogue/queue/next-fetch.ts';
import { type FeedRefresh, type FeedReport, refreshFeed } from './refresh-feed.ts';

/** Feeds that one worker asks at the same time; `claimFeeds` says how many of one host. */
const CONCURRENCY = 32;
/** Interval at which feeds are claimed again that their hosts had no share for, milliseconds. */
const CLAIM_EVERY_MS = 250;
/** Delay of a claim, so that fetches which end at the same time make room for one claim together, milliseconds. */
const GATHER_MS = 5;

interface AskFeeds extends FeedRefresh {
  /** Returns the time as it passes, epoch milliseconds; `now` is constant. */
  clock: () => number;
  /** Only these feeds are asked, due or not. */
  among?: readonly string[] | undefined;
  /** Limit of feeds; all by default. */
  most?: number;
  /** Called as each feed is done with. */
  onProgress?: ((report: FeedReport, done: number) => void) | undefined;
}

/** Counts which announcers brought new episodes. */
async function countNews(catalogue: WritableCatalogue, reports: FeedReport[], now: number) {
  for (const announcer of announcerSchema.options) {
    const brought = reports.filter((report) => report.wokenBy === announcer && report.new > 0);
    if (brought.length > 0)
      await catalogue.write(() => countBrought(announcer, brought.length, now));
  }
}

/**
 * Asks feeds until none is due, or until it is stopped. Claims only what can begin soon, so that this worker
 * holds few feeds whose host others could ask. Returns the reports, in no order.
 */
export async function askFeeds(options: AskFeeds): Promise<FeedReport[]> {
  const { catalogue, now, signal, onProgress, clock, among, most = Infinity } = options;
  // Every fetch listens.
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
      const asked = inAll(() => ask(feed)).finally(() => running.delete(asked));
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
  await countNews(catalogue, reports, clock());
  return reports;
}

function waited(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
