import type { Period } from '#shared/search/search-address.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

/** The usual search window: one month back, epoch milliseconds; the last day of a shorter month. */
function oneMonthAgo(now = Date.now()): number {
  const date = new Date(now);
  const day = date.getDate();
  date.setMonth(date.getMonth() - 1);
  // A day that the month before does not have (31 June) becomes a day of this month.
  if (date.getDate() !== day) date.setDate(0);
  return date.getTime();
}

/** Where a period begins, epoch milliseconds. */
export const PERIOD_START: Record<Period, (now?: number) => number> = {
  month: oneMonthAgo,
  week: (now = Date.now()) => now - WEEK_MS,
};
