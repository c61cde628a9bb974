import { DAY_MS } from 'functions/contract';
import type { Period } from '#shared/search/search-address.ts';

const WEEK = 7;

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
  // Whole UTC days, so that the results are as many as the trend's "episodes this week".
  week: (now = Date.now()) => (Math.floor(now / DAY_MS) - WEEK + 1) * DAY_MS,
};
