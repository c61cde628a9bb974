import {
  HOUR_MS,
  MAX_ALERT_TRENDS,
  mentionsIn,
  queryOfAlert,
  type Trend,
} from 'functions/contract';
import { createContext, use, useEffect, useState } from 'react';
import { loadPart } from '#shared/loading/load-part.ts';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { mostADay } from '#shared/trend/trend-text.ts';

/** Number of days in the chart of a row. */
export const ROW_DAYS = 30;

/** Trends by {@link keyOf} an alert. Null if counting failed; missing while it is counted. */
export type Trends = ReadonlyMap<string, Trend | null>;

/** A cache in memory, so that no request is sent when the person returns to the list within an hour. */
let kept = { trends: new Map<string, Trend | null>(), atMs: 0 };

interface ListTrends {
  trends: Trends;
  /** The largest number of matches on one day among all alerts of the list: the common scale of the rows. */
  most: number;
}

export const ListTrendsContext = createContext<ListTrends>({ trends: new Map(), most: 0 });

function keyOf(alert: SavedAlert): string {
  return JSON.stringify([queryOfAlert(alert), alert.spoken ?? true]);
}

/**
 * Whether an alert has a trend: not if it is paused or `pending`, and not if it leaves out matches in passing,
 * because a trend counts these, too.
 */
function isCounted({ paused = false, pending, onlyAbout = false }: SavedAlert): boolean {
  return !paused && !pending && !onlyAbout;
}

/** An alert's trend; undefined while it is counted, null if counting failed or the alert is not counted. */
function trendOf(trends: Trends, alert: SavedAlert): Trend | null | undefined {
  return isCounted(alert) ? trends.get(keyOf(alert)) : null;
}

/** {@link trendOf} an alert, and the common scale of its list. */
export function useTrendOf(alert: SavedAlert): { trend: Trend | null | undefined; most: number } {
  const { trends, most } = use(ListTrendsContext);
  return { trend: trendOf(trends, alert), most };
}

/** The largest number of matches that one of the alerts has on one of the last {@link ROW_DAYS} days. */
export function mostOf(trends: Trends, alerts: readonly SavedAlert[]): number {
  const each = alerts.map((alert) => trendOf(trends, alert));
  return Math.max(0, ...each.map((trend) => (trend ? mostADay(trend, ROW_DAYS) : 0)));
}

/** An alert's matches in the last {@link ROW_DAYS} days; -1 if they are unknown, so that it is sorted last. */
export function noiseOf(trends: Trends, alert: SavedAlert): number {
  const trend = trendOf(trends, alert);
  return trend ? mentionsIn(trend, ROW_DAYS) : -1;
}

/** Smallest number of matches of a noisy alert: one a day. */
const NOISY = ROW_DAYS;
/** The noisiest alert has at least this many times the matches of the second. */
const FAR_MORE = 2;

/** The alert with far more matches than any other; null if there is none, and until all are counted. */
export function noisiestOf(trends: Trends, alerts: readonly SavedAlert[]): SavedAlert | null {
  if (alerts.some((alert) => trendOf(trends, alert) === undefined)) return null;
  const noise = (alert: SavedAlert) => noiseOf(trends, alert);
  const [first, second] = alerts.toSorted((one, other) => noise(other) - noise(one));
  if (first === undefined || second === undefined || noise(first) < NOISY) return null;
  return noise(first) >= FAR_MORE * noise(second) ? first : null;
}

/**
 * The trends of the alerts, requested in batches. Uses the cache unless it is more than an hour old when the list
 * opens.
 */
export function useAlertTrends(alerts: readonly SavedAlert[]): Trends {
  const [trends, setTrends] = useState<Trends>(() => freshTrends());
  const wanted = [...new Set(alerts.filter(isCounted).map(keyOf))].join('\n');
  useEffect(() => {
    const left = new AbortController();
    void count(wanted.split('\n'), left.signal, () => setTrends(new Map(kept.trends)));
    return () => left.abort();
  }, [wanted]);
  return trends;
}

function freshTrends(): Trends {
  if (Math.abs(Date.now() - kept.atMs) > HOUR_MS) kept = { trends: new Map(), atMs: Date.now() };
  return new Map(kept.trends);
}

async function count(wanted: readonly string[], signal: AbortSignal, onCounted: () => void) {
  const missing = wanted.filter((key) => key !== '' && !kept.trends.has(key));
  while (missing.length > 0 && !signal.aborted) {
    const some = missing.splice(0, MAX_ALERT_TRENDS);
    const found = await trendsOf(some);
    some.forEach((key, at) => kept.trends.set(key, found[at] ?? null));
    // After a failure, the other batches are given up: they would fail, too.
    if (found.length === 0) for (const key of missing.splice(0)) kept.trends.set(key, null);
    onCounted();
  }
}

/** The trends of a batch; empty after a failure. */
async function trendsOf(keys: readonly string[]): Promise<(Trend | null)[]> {
  try {
    const { alertTrends } = await loadPart(() => import('#shared/member/account-calls.ts'));
    const alerts = keys.map((key) => {
      const [query, spoken] = JSON.parse(key) as [string, boolean];
      return { query, spoken };
    });
    return (await alertTrends(alerts)).trends;
  } catch {
    return [];
  }
}
