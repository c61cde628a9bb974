import { hash } from 'node:crypto';
import {
  type AlertTrendsRequest,
  HOUR_MS,
  searchOfAlert,
  type SearchRequest,
  searchRequestSchema,
  type Trend,
} from '../contract/index.ts';
import { createSizedCache } from '../platform/sized-cache.ts';
import type { Asker } from '../search/search-episodes.ts';

/** Bytes of cached trends; one takes about 2 kB. */
const MOST_BYTES = 10_000_000;
const BYTES_OF_TREND = 2_000;
/** Time for all alerts of a call, ms. A cached trend takes none. */
const WITHIN_MS = 5_000;

interface Parts {
  /** Null if counting would cost too much. */
  search: (request: SearchRequest, asker: Asker) => Promise<Trend | null>;
  now?: () => number;
}

/**
 * Counts the mentions for one alert after another, and caches each count for an hour: people look at the list
 * more often than the numbers change.
 */
export function createAlertTrends({ search, now = Date.now }: Parts) {
  const kept = createSizedCache<{ trend: Trend | null; atMs: number }>(
    MOST_BYTES,
    () => BYTES_OF_TREND,
  );

  async function trendOf(request: SearchRequest, asker: Asker): Promise<Trend | null> {
    // The key is a hash, because a person may follow hundreds of shows: the list would be larger than the
    // cached trend.
    const key = hash('sha256', JSON.stringify([request, ...(asker.followed ?? []).toSorted()]));
    const known = kept.get(key);
    if (known !== undefined && Math.abs(now() - known.atMs) < HOUR_MS) return known.trend;
    const trend = await search(request, asker);
    kept.set(key, { trend, atMs: now() });
    return trend;
  }

  return async function trendsOf(
    alerts: AlertTrendsRequest['alerts'],
    asker: Asker,
  ): Promise<(Trend | null)[]> {
    const startedMs = now();
    const trends: (Trend | null)[] = [];
    for (const { query, ...choice } of alerts) {
      const request = searchRequestSchema.safeParse({
        ...searchOfAlert(query, choice),
        trend: 'alone',
      });
      const isLate = now() - startedMs > WITHIN_MS;
      if (isLate || !request.success) trends.push(null);
      else trends.push(await trendOf(request.data, asker).catch(() => null));
    }
    return trends;
  };
}
