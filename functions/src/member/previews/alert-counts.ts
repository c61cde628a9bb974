import { hash } from 'node:crypto';
import {
  MONTH_DAYS,
  type AlertCount,
  firstCounted,
  HOUR_MS,
  type MemberOperations,
  mentionsIn,
  searchOfAlert,
  type SearchRequest,
  searchRequestSchema,
  type Trend,
  TREND_DAYS,
} from '../../contract/index.ts';
import { createSizedCache } from '../../platform/sized-cache.ts';
import type { Caller } from '../../search/search-episodes.ts';

const MAX_CACHE_BYTES = 2_000_000;
const BYTES_PER_COUNT = 200;
/** For all alerts of a call. After this time, alerts get only cached counts. */
const TIME_BUDGET_MS = 5_000;

interface Parts {
  search: (request: SearchRequest, caller: Caller) => Promise<Trend | null>;
  /** Charges uncached counts to the client's address. Returns false if the address exceeds its limit. */
  charge: (address: string, counts: number) => Promise<boolean>;
  now?: () => number;
}

/** Counts alerts one by one. Caches counts for an hour, because people look at them more often than they change. */
export function createAlertCounts({ search, charge, now = Date.now }: Parts) {
  const cache = createSizedCache<{ count: AlertCount | null; atMs: number }>(
    MAX_CACHE_BYTES,
    () => BYTES_PER_COUNT,
  );

  // A hash, because the list of hundreds of followed shows would be larger than the cached count.
  const keyOf = (request: SearchRequest, { followed = [] }: Caller) =>
    hash('sha256', JSON.stringify([request, ...followed.toSorted()]));

  function knownCount(key: string) {
    const known = cache.get(key);
    return known !== undefined && Math.abs(now() - known.atMs) < HOUR_MS ? known : undefined;
  }

  return async function countAlerts(
    alerts: MemberOperations['alertCounts']['body']['alerts'],
    caller: Caller,
  ): Promise<(AlertCount | null)[]> {
    const startedMs = now();
    const wanted = alerts.map(({ query, ...choice }) => {
      const request = { ...searchOfAlert(query, choice), trend: 'alone' };
      const { data } = searchRequestSchema.safeParse(request);
      return data && { request: data, key: keyOf(data, caller) };
    });
    const unknown = new Set(
      wanted.flatMap((each) => (each && knownCount(each.key) === undefined ? each.key : [])),
    );
    const mayCount = unknown.size === 0 || (await charge(caller.client, unknown.size));
    const counts: (AlertCount | null)[] = [];
    for (const each of wanted) {
      const known = each && knownCount(each.key);
      const isLate = now() - startedMs > TIME_BUDGET_MS;
      if (known !== undefined) counts.push(known.count);
      else if (each === undefined || isLate || !mayCount) counts.push(null);
      else counts.push(await count(each).catch(() => null));
    }
    return counts;

    async function count({ request, key }: { request: SearchRequest; key: string }) {
      const trend = await search(request, caller);
      const count = trend && countOf(trend);
      cache.set(key, { count, atMs: now() });
      return count;
    }
  };
}

function countOf(trend: Trend): AlertCount {
  return {
    episodes: mentionsIn(trend, MONTH_DAYS),
    isPart: firstCounted(trend) > TREND_DAYS - MONTH_DAYS,
  };
}
