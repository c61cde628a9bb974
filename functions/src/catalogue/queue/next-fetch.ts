import { hash } from 'node:crypto';
import { type FeedValidators, NO_VALIDATORS } from '../../feeds/feed-model.ts';
import type { FetchTimes, Rhythm } from '../store/feeds.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';

/** Shortest interval between two fetches of a feed. */
const SHORTEST_MS = 15 * MINUTE_MS;
/** Longest interval between two fetches of a feed that publishes episodes. */
const LONGEST_MS = DAY_MS;
/** Intervals of feeds that have published nothing for some time, the longest silence first. */
const SILENT: readonly (readonly [silentMs: number, intervalMs: number])[] = [
  [365 * DAY_MS, 30 * DAY_MS],
  [90 * DAY_MS, 7 * DAY_MS],
];
/** Fetches of a feed from one episode to the next. */
const ASKED_A_GAP = 8;
/** Factor by which the interval grows after each fetch without news. */
const SLOWER = 1.2;
/** Around the time when an episode is expected, a feed is fetched as often as possible. */
const EXPECTED_BEFORE_MS = 30 * MINUTE_MS;
const EXPECTED_AFTER_MS = 2 * HOUR_MS;
/** Limit of `maxAgeMs`: some hosts declare days, which say nothing about the next episode. */
const MOST_DECLARED_MS = 6 * HOUR_MS;
/** Longest pause between two fetches of a feed that keeps failing. */
const LONGEST_PAUSE_MS = 3 * DAY_MS;
/** A feed is read in full once in this time, and after a silence of so many gaps. */
const FULL_EVERY_MS = 7 * DAY_MS;
const OVERDUE_GAPS = 2;
/** Share of an interval that is random, so that feeds do not all come at the same time. */
const JITTER = 0.2;
/** Schedules are not exact to the second: a feed due this soon is due now. */
export const EARLY_MS = MINUTE_MS;

/** When a feed was last fetched and is to be fetched next, epoch milliseconds. */
/** What is known after a fetch. */
export interface Fetched extends Rhythm {
  now: number;
  /** The feed is fetched as often as possible, as somebody waits for it. */
  followed: boolean;
  hadNews: boolean;
  /** The interval before this fetch, milliseconds; 0 if it is the first. */
  intervalMs: number;
  /** How long the host declares its answer to be fresh, milliseconds; null if it does not. */
  maxAgeMs: number | null;
  /** Random number from 0 to 1. */
  chance: number;
}

/**
 * True if the last fetch of a feed lies in the future, as the clock was ahead and has been put back since.
 * The time of the next fetch and the limits of age were decided by the wrong clock.
 */
export function wasAskedInTheFuture({ fetchedAtMs }: FetchTimes, now: number): boolean {
  return fetchedAtMs !== null && fetchedAtMs > now + EARLY_MS;
}

/**
 * True for the first fetch of each week, and for the first one after a silence that the rhythm does not
 * explain: the request then asks for the whole feed, because some hosts answer "not modified" for ever. Feeds
 * begin their weeks at different times.
 */
export function isToBeReadInFull(
  { fetchedAtMs, gapMs, newestAtMs }: FetchTimes & Rhythm,
  url: string,
  now: number,
): boolean {
  if (fetchedAtMs === null) return true;
  const offsetMs = Number.parseInt(hash('sha256', url).slice(0, 8), 16);
  const weekOf = (ms: number) => Math.floor((ms + offsetMs) / FULL_EVERY_MS);
  if (weekOf(now) !== weekOf(fetchedAtMs)) return true;
  if (gapMs === null || newestAtMs === null) return false;
  const overdueMs = newestAtMs + Math.max(OVERDUE_GAPS * gapMs, DAY_MS);
  return fetchedAtMs < overdueMs && overdueMs <= now;
}

/** The validators to send with the next fetch; none if the feed is to be read in full. */
export function chooseValidators(
  record: FetchTimes & Rhythm & { validators: FeedValidators },
  url: string,
  now: number,
): FeedValidators {
  return isToBeReadInFull(record, url, now) ? NO_VALIDATORS : record.validators;
}

/** The rhythm of these times of publication: the median gap of the newest ones. */
export function rhythmOf(publishedAtMs: readonly (number | null)[], now: number): Rhythm {
  const newestFirst = publishedAtMs
    .filter((at): at is number => at !== null && at <= now + DAY_MS)
    .sort((left, right) => right - left)
    .slice(0, 10);
  const gaps = newestFirst.slice(1).map((at, index) => (newestFirst[index] ?? at) - at);
  const median = gaps.sort((left, right) => left - right)[Math.floor(gaps.length / 2)];
  return { gapMs: median ?? null, newestAtMs: newestFirst[0] ?? null };
}

/** When to fetch a feed again after a success, and the interval behind this without its random part. */
export function nextFetch(fetched: Fetched): { intervalMs: number; nextFetchAtMs: number } {
  const { now, followed, maxAgeMs, chance } = fetched;
  if (followed) return { intervalMs: SHORTEST_MS, nextFetchAtMs: now + SHORTEST_MS };
  const intervalMs = Math.max(usualInterval(fetched), Math.min(maxAgeMs ?? 0, MOST_DECLARED_MS));
  const spreadMs = intervalMs === SHORTEST_MS ? 0 : intervalMs * JITTER * (chance - 0.5);
  const nextFetchAtMs = Math.round(now + intervalMs + spreadMs);
  const expected = expectedAt(fetched);
  if (expected === null || nextFetchAtMs < expected.fromMs) return { intervalMs, nextFetchAtMs };
  return { intervalMs, nextFetchAtMs: Math.max(expected.fromMs, now + SHORTEST_MS) };
}

function usualInterval({ now, hadNews, intervalMs, gapMs, newestAtMs }: Fetched): number {
  const silentMs = newestAtMs === null ? 0 : now - newestAtMs;
  const silent = SILENT.find(([fromMs]) => silentMs >= fromMs);
  if (silent !== undefined) return silent[1];
  const usualMs = within(
    SHORTEST_MS,
    Math.round((gapMs ?? DAY_MS * ASKED_A_GAP) / ASKED_A_GAP),
    LONGEST_MS,
  );
  if (hadNews) return usualMs;
  return within(usualMs, Math.round(intervalMs * SLOWER), LONGEST_MS);
}

/**
 * From when on the next episode that is not overdue is expected; null without a rhythm, with short gaps, or
 * after a long silence.
 */
function expectedAt({ now, gapMs, newestAtMs }: Rhythm & { now: number }) {
  if (gapMs === null || newestAtMs === null || gapMs < EXPECTED_AFTER_MS) return null;
  if (now - newestAtMs >= (SILENT.at(-1)?.[0] ?? 0)) return null;
  const missed = Math.max(1, Math.ceil((now - newestAtMs - EXPECTED_AFTER_MS) / gapMs));
  return { fromMs: newestAtMs + missed * gapMs - EXPECTED_BEFORE_MS };
}

/**
 * When to fetch a feed again that failed `failures` times in a row (at least once), epoch milliseconds. The
 * pause is the fourth power of `failures` in seconds, from {@link SHORTEST_MS} to {@link LONGEST_PAUSE_MS},
 * which is also the pause of a feed that is gone for good or asks to be in no directory. It is never shorter than the host asked for.
 */
export function nextFetchAfterFailure(
  failure: { code: string; retryAfterMs?: number },
  failures: number,
  now: number,
): number {
  const pauseMs =
    failure.code === 'gone' || failure.code === 'blocked'
      ? LONGEST_PAUSE_MS
      : within(SHORTEST_MS, failures ** 4 * 1000, LONGEST_PAUSE_MS);
  return now + Math.max(pauseMs, failure.retryAfterMs ?? 0);
}

function within(least: number, value: number, most: number): number {
  return Math.min(Math.max(least, value), most);
}
