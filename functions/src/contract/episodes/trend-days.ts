// Separate from the schema, because scripts that visitors load must not import zod.
import { DAY_MS } from '../time.ts';
import { TREND_DAYS } from './search-limits.ts';
import type { Trend } from './trend.ts';

export function dayOfTrend({ lastDay }: Pick<Trend, 'lastDay'>, day: number): number {
  return lastDay - (TREND_DAYS - 1 - day) * DAY_MS;
}

/** Index of the first day that is counted completely. */
export function firstCounted(trend: Pick<Trend, 'lastDay' | 'since'>): number {
  const { since } = trend;
  return since === undefined ? 0 : Math.ceil((since - dayOfTrend(trend, 0)) / DAY_MS);
}

/** Counts mentions in the last `last` days, leaving out the newest `but` days. */
export function mentionsIn({ days }: Pick<Trend, 'days'>, last = TREND_DAYS, but = 0): number {
  return days.slice(-last, days.length - but).reduce((sum, count) => sum + count, 0);
}
