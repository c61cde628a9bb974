import { MAX_DATE_MS } from '../time.ts';
import { MAX_TREND_SHOWS, TREND_DAYS } from './search-limits.ts';
import type { Trend } from './trend.ts';

/** Null if the value is not a trend. Without zod, which search pages do not load. */
export function readTrend(value: unknown): Trend | null {
  const { lastDay, days, since, shows: named } = fields(value);
  if (!isTime(lastDay) || !Array.isArray(days) || days.length !== TREND_DAYS) return null;
  const counts = days.filter(isCount);
  if (counts.length !== TREND_DAYS || !Array.isArray(named)) return null;
  const shows = named.map(fields).flatMap(({ podcast, episodes, term }) => {
    const isNamed = typeof podcast === 'string' && podcast !== '' && isCount(episodes);
    const filter = typeof term === 'string' && term !== '' && { term };
    return isNamed ? [{ podcast, episodes, ...filter }] : [];
  });
  return {
    lastDay,
    days: counts,
    ...(isTime(since) && { since }),
    shows: shows.slice(0, MAX_TREND_SHOWS),
  };
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isTime(value: unknown): value is number {
  return isCount(value) && value <= MAX_DATE_MS;
}
