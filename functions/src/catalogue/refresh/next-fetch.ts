import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import type { FeedFailure } from '../../feeds/feed-model.ts';

/** How often a feed that answers is asked. */
export const FETCH_INTERVAL_MS = 15 * MINUTE_MS;
/** Longest pause between two fetches of a feed that keeps failing. */
const LONGEST_PAUSE_MS = DAY_MS;
/** Schedules are not exact to the second: a feed due this soon is due now. */
export const EARLY_MS = MINUTE_MS;

/** When a feed was asked and is to be asked next, epoch milliseconds. */
export interface FetchTimes {
  /** Null for a feed that was never asked. */
  fetchedAtMs: number | null;
  nextFetchAtMs: number;
}

/**
 * Whether the clock has been put back since a feed was asked: what was decided then, about when to ask
 * again and what is too old or too new, was decided by a wrong clock.
 */
export function wasAskedInTheFuture({ fetchedAtMs }: FetchTimes, now: number): boolean {
  return fetchedAtMs !== null && fetchedAtMs > now + EARLY_MS;
}

/**
 * When to ask a feed again that failed `failures` times in a row (at least once), epoch milliseconds:
 * after twice as long with each failure, up to a day; after a day when it is gone for good; never
 * sooner than its host asked for.
 */
export function nextFetchAfterFailure(
  failure: Pick<FeedFailure, 'retryAfterMs'> & { code: string },
  failures: number,
  now: number,
): number {
  const pause =
    failure.code === 'gone'
      ? LONGEST_PAUSE_MS
      : Math.min(FETCH_INTERVAL_MS * 2 ** Math.min(failures, 10), LONGEST_PAUSE_MS);
  return now + Math.max(pause, failure.retryAfterMs ?? 0);
}
