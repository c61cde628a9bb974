import { DAY_MS, type Trend } from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import type { CatalogueAnswer, CatalogueQuery, TrendQuery } from './catalogue-query.ts';

/** Timeout per try, milliseconds. A typical search takes a hundredth of this time. */
const TRY_MS = 400;
/** Timeout per try in a process that writes, milliseconds. It is long, because nobody waits for its searches. */
export const TRY_OF_WRITER_MS = 60_000;
/** Timeout of the trend count, which runs after the search, as a share of the timeout per try. */
const TREND_SHARE = 0.5;
const RECENT_DAYS = 7;
/** Step of the timeout, milliseconds. A stall of the whole process, such as a cold start, costs only one step. */
const STEP_MS = 20;

/** Each call rejects after its signal aborts, as soon as its statement has ended. */
export interface EngineSearch {
  /** @param isRecent True for the second try, which searches only the last days. */
  find(query: CatalogueQuery, signal: AbortSignal, isRecent: boolean): Promise<CatalogueAnswer>;
  countMentions(trend: TrendQuery, signal: AbortSignal): Promise<Trend>;
}

export interface TimeLimits {
  signal?: AbortSignal | undefined;
  tryMs?: number | undefined;
}

/**
 * Searches. If that is too slow, searches the last seven days, newest first and without a trend; the answer then has
 * `searchedSinceMs`. Throws 'upstream-timeout' if the second try is too slow or `signal` aborts.
 */
export async function searchInTime(
  engine: EngineSearch,
  query: CatalogueQuery,
  { signal, tryMs = TRY_MS }: TimeLimits = {},
): Promise<CatalogueAnswer> {
  const first = await inTime(tryMs, (ended) => engine.find(query, ended, false), signal);
  if (first !== null) {
    const asked = query.trend;
    if (asked === undefined) return first;
    const trend = await inTime(
      tryMs * TREND_SHARE,
      (ended) => engine.countMentions(asked, ended),
      signal,
    );
    return trend === null ? first : { ...first, trend };
  }
  const sinceMs = Date.now() - RECENT_DAYS * DAY_MS;
  const startDateMs = Math.max(query.startDateMs ?? 0, sinceMs);
  const recent: CatalogueQuery = { ...query, startDateMs, sort: 'newest', trend: undefined };
  const second = await inTime(tryMs, (ended) => engine.find(recent, ended, true), signal);
  if (second === null) {
    throw new AppError('upstream-timeout', `The search took longer than ${tryMs} ms, twice`);
  }
  if (startDateMs > sinceMs || second.total >= query.totalLimit) return second;
  return { searchedSinceMs: sinceMs, ...second };
}

/** Returns null if `work` takes longer than `ms`. Throws 'upstream-timeout' if `parent` aborts. */
async function inTime<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  parent: AbortSignal | undefined,
): Promise<T | null> {
  const ended = new AbortController();
  let leftMs = ms;
  const timer = setInterval(() => {
    leftMs -= STEP_MS;
    if (leftMs <= 0) ended.abort();
  }, STEP_MS);
  const follow = () => ended.abort();
  parent?.addEventListener('abort', follow, { once: true });
  if (parent?.aborted === true) ended.abort();
  try {
    return await work(ended.signal);
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    if (parent?.aborted !== true) return null;
    throw new AppError('upstream-timeout', 'Nobody waits for the search any more');
  } finally {
    clearInterval(timer);
    parent?.removeEventListener('abort', follow);
  }
}
