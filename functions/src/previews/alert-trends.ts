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
  /** Charges counts that are not cached to the client's address. */
  charge: (address: string, counts: number) => Promise<boolean>;
  now?: () => number;
}

/**
 * Counts the mentions for one alert after another, and caches each count for an hour: people look at the list
 * more often than the numbers change.
 */
export function createAlertTrends({ search, charge, now = Date.now }: Parts) {
  const kept = createSizedCache<{ trend: Trend | null; atMs: number }>(
    MOST_BYTES,
    () => BYTES_OF_TREND,
  );

  // The key is a hash, because a person may follow hundreds of shows: the list would be larger than the cached
  // trend.
  const keyOf = (request: SearchRequest, { followed = [] }: Asker) =>
    hash('sha256', JSON.stringify([request, ...followed.toSorted()]));

  function knownTrend(key: string) {
    const known = kept.get(key);
    return known !== undefined && Math.abs(now() - known.atMs) < HOUR_MS ? known : undefined;
  }

  return async function trendsOf(
    alerts: AlertTrendsRequest['alerts'],
    asker: Asker,
  ): Promise<(Trend | null)[]> {
    const startedMs = now();
    const wanted = alerts.map(({ query, ...choice }) => {
      const request = { ...searchOfAlert(query, choice), trend: 'alone' };
      const { data } = searchRequestSchema.safeParse(request);
      return data && { request: data, key: keyOf(data, asker) };
    });
    const unknown = new Set(
      wanted.flatMap((each) => (each && knownTrend(each.key) === undefined ? each.key : [])),
    );
    const mayCount = unknown.size === 0 || (await charge(asker.client, unknown.size));
    const trends: (Trend | null)[] = [];
    for (const each of wanted) {
      const known = each && knownTrend(each.key);
      const isLate = now() - startedMs > WITHIN_MS;
      if (known !== undefined) trends.push(known.trend);
      else if (each === undefined || isLate || !mayCount) trends.push(null);
      else trends.push(await count(each).catch(() => null));
    }
    return trends;

    async function count({ request, key }: { request: SearchRequest; key: string }) {
      const trend = await search(request, asker);
      kept.set(key, { trend, atMs: now() });
      return trend;
    }
  };
}
