import type { Period } from '#shared/search/search-address.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

/** Returns the same day of last month, or the last day of that month. */
function oneMonthAgo(now = Date.now()): number {
  const date = new Date(now);
  const day = date.getDate();
  date.setMonth(date.getMonth() - 1);
  // `setMonth` turns 31 June, which does not exist, into 1 July: `setDate(0)` makes it 30 June.
  if (date.getDate() !== day) date.setDate(0);
  return date.getTime();
}

/** Start of a period, epoch milliseconds. */
export const PERIOD_START: Record<Period, (now?: number) => number> = {
  month: oneMonthAgo,
  week: (now = Date.now()) => now - WEEK_MS,
};
