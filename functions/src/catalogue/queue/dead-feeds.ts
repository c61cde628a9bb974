import * as z from 'zod';
import { DAY_MS } from '../../contract/index.ts';
import { rows, type Work } from '../schema/work.ts';
import { failingForMs } from './next-fetch.ts';

const DEAD_AFTER_MS = 7 * DAY_MS;

const failingFeed = z.object({
  url: z.string(),
  title: z.string(),
  failures: z.number(),
  lastFailure: z.string().nullable(),
  newestAtMs: z.number().nullable(),
});

export interface DeadFeed {
  url: string;
  title: string;
  /** Error code of the last fetch. */
  code: string;
  /** About how long each fetch has failed. */
  failingMs: number;
  newestAtMs: number | null;
}

/**
 * Lists the feeds of the operator's list of which every fetch has failed for a week, the longest first.
 * `failing` counts those that failed for less.
 */
export function* deadFeeds(): Work<{ dead: DeadFeed[]; failing: number }> {
  const found = yield* rows(
    failingFeed,
    `SELECT url, title, failures, last_failure, newest_at_ms FROM feeds
     WHERE source = 'list' AND state <> 'blocked' AND failures > 0 ORDER BY id`,
  );
  const feeds = found.map(({ url, title, failures, lastFailure, newestAtMs }) => {
    const code = lastFailure ?? 'unexpected';
    return { url, title, code, failingMs: failingForMs(code, failures), newestAtMs };
  });
  const dead = feeds
    .filter(({ failingMs }) => failingMs >= DEAD_AFTER_MS)
    .sort((left, right) => right.failingMs - left.failingMs);
  return { dead, failing: feeds.length - dead.length };
}

const fetchedFeed = failingFeed.extend({
  lastFetchAtMs: z.number(),
  movedTo: z.string().nullable(),
});

export type FetchedFeed = z.infer<typeof fetchedFeed>;

/** Lists all feeds that were fetched, whether they are followed or not. */
export function* fetchedFeeds(): Work<FetchedFeed[]> {
  return yield* rows(
    fetchedFeed,
    `SELECT url, title, failures, last_failure, newest_at_ms, last_fetch_at_ms, moved_to FROM feeds
     WHERE last_fetch_at_ms IS NOT NULL ORDER BY id`,
  );
}
