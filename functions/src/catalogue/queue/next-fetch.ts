import { hash } from 'node:crypto';
import { type FeedValidators, NO_VALIDATORS } from '../../feeds/feed-model.ts';
import type { FetchTimes, Rhythm } from '../store/feeds.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';

const SHORTEST_MS = 15 * MINUTE_MS;
/** Longest interval of a feed that still publishes; {@link SILENT} has the intervals of other feeds. */
const LONGEST_MS = DAY_MS;
/** Intervals by the age of the newest episode, oldest first. */
const SILENT: readonly (readonly [silentMs: number, intervalMs: number])[] = [
  [365 * DAY_MS, 30 * DAY_MS],
  [90 * DAY_MS, 7 * DAY_MS],
];
const FETCHES_PER_GAP = 8;
/** A fetch without news multiplies the interval by this factor. */
const SLOWER = 1.2;
/** Period around an expected episode in which the feed is fetched at the shortest interval. */
const EXPECTED_BEFORE_MS = 30 * MINUTE_MS;
const EXPECTED_AFTER_MS = 2 * HOUR_MS;
/** Limit of `maxAgeMs`, because some hosts declare days, regardless of the next episode. */
const MAX_DECLARED_MS = 6 * HOUR_MS;
const LONGEST_PAUSE_MS = 3 * DAY_MS;
/** Interval of unconditional requests, which send no validators. */
const FULL_EVERY_MS = 7 * DAY_MS;
/** Gaps without an episode after which a request is unconditional. */
const OVERDUE_GAPS = 2;
/** Random share of an interval, which spreads the fetches. */
const JITTER = 0.2;
/** A feed that is due this soon counts as due now, because schedulers are inexact. */
export const EARLY_MS = MINUTE_MS;

export interface Fetched extends Rhythm {
  now: number;
  /** True to fetch at the shortest interval, because somebody waits for episodes. */
  followed: boolean;
  hadNews: boolean;
  /** Interval before this fetch, milliseconds; 0 for the first fetch. */
  intervalMs: number;
  /** `max-age` of the response, milliseconds; null if absent. */
  maxAgeMs: number | null;
  /** Random number from 0 to 1. */
  chance: number;
}

/** True if the clock has been put back since the last fetch, so that its schedule and age limits are wrong. */
export function wasAskedInTheFuture({ fetchedAtMs }: FetchTimes, now: number): boolean {
  return fetchedAtMs !== null && fetchedAtMs > now + EARLY_MS;
}

/**
 * True if the request must be unconditional, because some hosts answer "not modified" forever: for the first fetch of
 * each week, and for the first fetch when an episode is long overdue. Weeks start at a different time for each feed.
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

export function chooseValidators(
  record: FetchTimes & Rhythm & { validators: FeedValidators },
  url: string,
  now: number,
): FeedValidators {
  return isToBeReadInFull(record, url, now) ? NO_VALIDATORS : record.validators;
}

export function rhythmOf(publishedAtMs: readonly (number | null)[], now: number): Rhythm {
  const newestFirst = publishedAtMs
    .filter((at): at is number => at !== null && at <= now + DAY_MS)
    .sort((left, right) => right - left)
    .slice(0, 10);
  const gaps = newestFirst.slice(1).map((at, index) => (newestFirst[index] ?? at) - at);
  const median = gaps.sort((left, right) => left - right)[Math.floor(gaps.length / 2)];
  return { gapMs: median ?? null, newestAtMs: newestFirst[0] ?? null };
}

/** Schedules the next fetch after a success. `intervalMs` excludes the random part. */
export function nextFetch(fetched: Fetched): { intervalMs: number; nextFetchAtMs: number } {
  const { now, followed, maxAgeMs, chance } = fetched;
  if (followed) return { intervalMs: SHORTEST_MS, nextFetchAtMs: now + SHORTEST_MS };
  const intervalMs = Math.max(usualInterval(fetched), Math.min(maxAgeMs ?? 0, MAX_DECLARED_MS));
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
  const usualMs = clamp(
    SHORTEST_MS,
    Math.round((gapMs ?? DAY_MS * FETCHES_PER_GAP) / FETCHES_PER_GAP),
    LONGEST_MS,
  );
  if (hadNews) return usualMs;
  return clamp(usualMs, Math.round(intervalMs * SLOWER), LONGEST_MS);
}

/** Start of the period around the next expected episode; null without a rhythm, for short gaps or long silence. */
function expectedAt({ now, gapMs, newestAtMs }: Rhythm & { now: number }) {
  if (gapMs === null || newestAtMs === null || gapMs < EXPECTED_AFTER_MS) return null;
  if (now - newestAtMs >= (SILENT.at(-1)?.[0] ?? 0)) return null;
  const missed = Math.max(1, Math.ceil((now - newestAtMs - EXPECTED_AFTER_MS) / gapMs));
  return { fromMs: newestAtMs + missed * gapMs - EXPECTED_BEFORE_MS };
}

/**
 * Returns the time of the next fetch, epoch milliseconds. The pause is failures⁴ seconds, clamped to
 * {@link SHORTEST_MS}–{@link LONGEST_PAUSE_MS}, and at least Retry-After. A feed that is gone or opts out of
 * directories pauses longest.
 * @param failures Consecutive failures, at least 1.
 */
export function nextFetchAfterFailure(
  failure: { code: string; retryAfterMs?: number },
  failures: number,
  now: number,
): number {
  return now + Math.max(pauseAfter(failure.code, failures), failure.retryAfterMs ?? 0);
}

function pauseAfter(code: string, failures: number): number {
  if (code === 'gone' || code === 'blocked') return LONGEST_PAUSE_MS;
  return clamp(SHORTEST_MS, failures ** 4 * 1000, LONGEST_PAUSE_MS);
}

/**
 * Returns the time from the first of consecutive failures to the last, milliseconds: the sum of the pauses between
 * them. A host's Retry-After makes the real time longer, a refresh by hand shorter.
 */
export function failingForMs(code: string, failures: number): number {
  let sum = 0;
  for (let count = 1; count < failures; count += 1) sum += pauseAfter(code, count);
  return sum;
}

function clamp(min: number, value: number, max: number): number {
  return Math.min(Math.max(min, value), max);
}
