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

/** Days that a row tells. */
export const ROW_DAYS = 30;

/** By what an alert looks for. Null where it is not known; absent while it is counted. */
export type Trends = ReadonlyMap<string, Trend | null>;

/** Of this page, so that coming back to the list asks for nothing. */
let kept = { trends: new Map<string, Trend | null>(), atMs: 0 };

interface ListTrends {
  trends: Trends;
  /** The most that an alert of the list matches on a day: all rows have one scale. */
  most: number;
}

export const ListTrendsContext = createContext<ListTrends>({ trends: new Map(), most: 0 });

function keyOf(alert: SavedAlert): string {
  return JSON.stringify([queryOfAlert(alert), alert.spoken ?? true]);
}

/** A trend counts what is in passing, too, which an alert for what is about it alone does not tell. */
function isCounted({ paused = false, pending, onlyAbout = false }: SavedAlert): boolean {
  return !paused && !pending && !onlyAbout;
}

/** Undefined while it is counted; null where nobody knows, and for alerts that are not counted. */
function trendOf(trends: Trends, alert: SavedAlert): Trend | null | undefined {
  return isCounted(alert) ? trends.get(keyOf(alert)) : null;
}

/** What `trendOf` finds for an alert, with the scale of the list around it. */
export function useTrendOf(alert: SavedAlert): { trend: Trend | null | undefined; most: number } {
  const { trends, most } = use(ListTrendsContext);
  return { trend: trendOf(trends, alert), most };
}

/** The most that one of the alerts matches on one of the last {@link ROW_DAYS} days. */
export function mostOf(trends: Trends, alerts: readonly SavedAlert[]): number {
  const each = alerts.map((alert) => trendOf(trends, alert));
  return Math.max(0, ...each.map((trend) => (trend ? mostADay(trend, ROW_DAYS) : 0)));
}

/** Matches of the last {@link ROW_DAYS} days; alerts that are not counted come last. */
export function noiseOf(trends: Trends, alert: SavedAlert): number {
  const trend = trendOf(trends, alert);
  return trend ? mentionsIn(trend, ROW_DAYS) : -1;
}

/** Fewer than one a day are no noise. */
const NOISY = ROW_DAYS;
/** How many times as much as any other an alert brings that stands out. */
const FAR_MORE = 2;

/** The alert that brings far more than any other; null if there is none, and until all are counted. */
export function noisiestOf(trends: Trends, alerts: readonly SavedAlert[]): SavedAlert | null {
  if (alerts.some((alert) => trendOf(trends, alert) === undefined)) return null;
  const noise = (alert: SavedAlert) => noiseOf(trends, alert);
  const [first, second] = alerts.toSorted((one, other) => noise(other) - noise(one));
  if (first === undefined || second === undefined || noise(first) < NOISY) return null;
  return noise(first) >= FAR_MORE * noise(second) ? first : null;
}

/** Counts what the alerts match, some at a time, and an hour later again. */
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
    onCounted();
    // Where one call fails, so would the others.
    if (found.length === 0) missing.splice(0);
  }
}

/** Empty after a failure. */
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
