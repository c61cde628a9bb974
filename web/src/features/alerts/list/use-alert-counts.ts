import {
  MONTH_DAYS,
  type AlertCount,
  HOUR_MS,
  isPausedAt,
  MAX_ALERT_COUNTS,
  queryOfAlert,
} from 'functions/contract';
import { createContext, useEffect, useState } from 'react';
import { useMatchCount } from '#features/alerts/count/use-match-count.ts';
import { startOfDays } from '#features/alerts/details/search-matches.ts';
import { loadPart } from '#shared/loading/load-part.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';

/** Counts by {@link keyOf} or {@link aboutKeyOf}. A count is null after a failure, and missing while pending. */
export type Counts = ReadonlyMap<string, AlertCount | null>;

/** Kept in memory for an hour, so that returning to the list sends no request. */
let kept = { counts: new Map<string, AlertCount | null>(), atMs: 0 };

export const CountsContext = createContext<Counts>(new Map());

function keyOf(alert: SavedAlert): string {
  return JSON.stringify([queryOfAlert(alert), alert.spoken ?? true]);
}

/** Batch counts include passing mentions, so an alert that excludes them is counted by a separate search. */
function aboutKeyOf(alert: SavedAlert): string {
  return `about ${keyOf(alert)}`;
}

function isCounted(alert: SavedAlert): boolean {
  return !alert.pending && !isPausedAt(alert, Date.now());
}

/** Undefined while counting; null if counting failed or the alert is not counted. */
export function countOf(counts: Counts, alert: SavedAlert): AlertCount | null | undefined {
  if (!isCounted(alert)) return null;
  return counts.get(alert.onlyAbout ? aboutKeyOf(alert) : keyOf(alert));
}

/** -1 if unknown, so that the alert is sorted last. */
export function noiseOf(counts: Counts, alert: SavedAlert): number {
  return countOf(counts, alert)?.episodes ?? -1;
}

/** Min matches a month of a noisy alert: one a day. */
const NOISY = MONTH_DAYS;
/** Min ratio between the matches of the noisiest alert and the next. */
const FAR_MORE = 2;

/** Null until all alerts are counted, or if no alert has far more matches than the next. */
export function noisiestOf(counts: Counts, alerts: readonly SavedAlert[]): SavedAlert | null {
  if (alerts.some((alert) => countOf(counts, alert) === undefined)) return null;
  const noise = (alert: SavedAlert) => noiseOf(counts, alert);
  const [first, second] = alerts.toSorted((one, other) => noise(other) - noise(one));
  if (first === undefined || second === undefined || noise(first) < NOISY) return null;
  return noise(first) >= FAR_MORE * noise(second) ? first : null;
}

/**
 * Requests counts in batches; alerts that exclude passing mentions are counted one by one. Uses the cache
 * unless it is more than an hour old when the list opens.
 */
export function useAlertCounts(alerts: readonly SavedAlert[]): Counts {
  const [counts, setCounts] = useState<Counts>(() => freshCounts());
  const counted = alerts.filter(isCounted);
  const about = counted.filter(({ onlyAbout }) => onlyAbout);
  const found = useMatchCount(
    about.map(({ spoken, ...alert }) => ({
      query: queryOfAlert(alert),
      spoken,
      onlyAbout: true,
    })),
    startOfDays(MONTH_DAYS),
  );
  const wanted = [...new Set(counted.filter((alert) => !about.includes(alert)).map(keyOf))].join(
    '\n',
  );
  useEffect(() => {
    const left = new AbortController();
    void count(wanted.split('\n'), left.signal, () => setCounts(new Map(kept.counts)));
    return () => left.abort();
  }, [wanted]);
  const all = new Map(counts);
  about.forEach((alert, at) => {
    const count = found[at];
    if (count === undefined) return;
    all.set(aboutKeyOf(alert), count && { episodes: count.total, isPart: count.isPart });
  });
  return all;
}

function freshCounts(): Counts {
  if (Math.abs(Date.now() - kept.atMs) > HOUR_MS) kept = { counts: new Map(), atMs: Date.now() };
  return new Map(kept.counts);
}

async function count(wanted: readonly string[], signal: AbortSignal, onCounted: () => void) {
  const missing = wanted.filter((key) => key !== '' && !kept.counts.has(key));
  while (missing.length > 0 && !signal.aborted) {
    const some = missing.splice(0, MAX_ALERT_COUNTS);
    const found = await countBatch(some);
    some.forEach((key, at) => kept.counts.set(key, found[at] ?? null));
    // Gives up after a failed batch, because the other batches would fail as well.
    if (found.length === 0) for (const key of missing.splice(0)) kept.counts.set(key, null);
    onCounted();
  }
}

/** Returns an empty list after a failure. */
async function countBatch(keys: readonly string[]): Promise<(AlertCount | null)[]> {
  try {
    const { alertCounts } = await loadPart(() => import('#shared/data/account-calls.ts'));
    const alerts = keys.map((key) => {
      const [query, spoken] = JSON.parse(key) as [string, boolean];
      return { query, spoken };
    });
    return (await alertCounts(alerts)).counts;
  } catch {
    return [];
  }
}
