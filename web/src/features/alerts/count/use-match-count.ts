import { type AlertChoice, HOUR_MS, MAX_TOTAL, MINUTE_MS } from 'functions/contract';
import { useEffect, useState } from 'react';
import { searchMatches } from '#features/alerts/details/search-matches.ts';
import { SearchFailure } from '#shared/search/request-search.ts';

const DEBOUNCE_MS = 600;
/**
 * Number of queries counted without pauses. Pausing after them leaves half of the rate limit to the person's
 * searches.
 */
const AT_ONCE = 10;
const PAUSE_MS = 4000;

export interface CountedQuery extends AlertChoice {
  query: string;
}

export interface MatchCount {
  /** Number of matching episodes, at most `MAX_TOTAL`. */
  total: number;
  /** True if `total` is a lower bound. */
  isPart: boolean;
}

/** Counts of the last hour by {@link keyOf}, shared by a row and its settings. */
const known = new Map<string, { count: MatchCount; atMs: number }>();
/** After a rate-limit error, no request is sent before this time (epoch milliseconds). */
let blockedUntilMs = 0;

/**
 * Counts the episodes since `sinceMs` that each query matches, one query at a time. A count is undefined
 * while pending, and null after a failure. At the rate limit, waits a minute and retries.
 */
export function useMatchCount(
  queries: readonly CountedQuery[],
  sinceMs: number,
): (MatchCount | null | undefined)[] {
  const [counts, setCounts] = useState<ReadonlyMap<string, MatchCount | null>>(new Map());
  const keys = queries.map((query) => keyOf(query, sinceMs));
  const wanted = [...new Set(keys)].join('\n');
  useEffect(() => {
    const outdated = new AbortController();
    forgetOld();
    countAll(wanted.split('\n'), outdated.signal, (key, count) =>
      setCounts((now) => new Map(now).set(key, count)),
    ).catch(() => undefined);
    return () => outdated.abort();
  }, [wanted]);
  return keys.map((key) => known.get(key)?.count ?? counts.get(key));
}

function keyOf({ query, spoken = true, onlyAbout = false }: CountedQuery, sinceMs: number) {
  return JSON.stringify({ query, spoken, onlyAbout, sinceMs });
}

/** Drops counts older than an hour. If the clock was set back, also drops counts from the future. */
function forgetOld() {
  if (blockedUntilMs - Date.now() > MINUTE_MS) blockedUntilMs = 0;
  for (const [key, { atMs }] of known) {
    if (Math.abs(Date.now() - atMs) > HOUR_MS) known.delete(key);
  }
}

/** For tests, because all tests in a worker share the cache. */
export function forgetCounts(): void {
  known.clear();
  blockedUntilMs = 0;
}

/** Rejects only if aborted. */
async function countAll(
  keys: readonly string[],
  signal: AbortSignal,
  onCounted: (key: string, count: MatchCount | null) => void,
) {
  const missing = keys.filter((key) => key !== '' && !known.has(key));
  if (missing.length === 0) return;
  await pause(DEBOUNCE_MS, signal);
  for (const [index, key] of missing.entries()) {
    if (index >= AT_ONCE) await pause(PAUSE_MS, signal);
    const count = await countMatches(JSON.parse(key) as Asked, signal);
    if (count !== null) known.set(key, { count, atMs: Date.now() });
    onCounted(key, count);
  }
}

type Asked = CountedQuery & { sinceMs: number };

async function countMatches(asked: Asked, signal: AbortSignal): Promise<MatchCount | null> {
  for (;;) {
    if (Date.now() < blockedUntilMs) await pause(blockedUntilMs - Date.now(), signal);
    try {
      const { total, searchedSince } = await searchMatches(asked, signal);
      return { total, isPart: total >= MAX_TOTAL || searchedSince !== undefined };
    } catch (error) {
      signal.throwIfAborted();
      if (!isTooMany(error)) return null;
      blockedUntilMs = Date.now() + MINUTE_MS;
    }
  }
}

function isTooMany(error: unknown): boolean {
  return (
    error instanceof SearchFailure && error.reason.kind === 'http' && error.reason.status === 429
  );
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('no longer shown'));
    });
  });
}
