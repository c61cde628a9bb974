/** The search window: one month back, epoch milliseconds; the last day of a shorter month. */
export function oneMonthAgo(now = Date.now()): number {
  const date = new Date(now);
  const day = date.getDate();
  date.setMonth(date.getMonth() - 1);
  // A day that the month before does not have (31 June) becomes a day of this month.
  if (date.getDate() !== day) date.setDate(0);
  return date.getTime();
}
