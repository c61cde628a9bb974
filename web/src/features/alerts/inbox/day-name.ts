import { DAY_MS } from 'functions/contract';

const MAX_WEEKDAY_DAYS = 7;

/** "Today", "Yesterday", "Tuesday", "Nov 12" or, of another year, "Nov 12, 2025". */
export function dayName(atMs: number, nowMs: number): string {
  const date = new Date(atMs);
  const daysAgo = Math.round((startOfDay(nowMs) - startOfDay(atMs)) / DAY_MS);
  if (daysAgo <= 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  if (daysAgo < MAX_WEEKDAY_DAYS) return date.toLocaleDateString('en-US', { weekday: 'long' });
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  return date.toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
  });
}

/** Midnight in the browser's time zone, epoch milliseconds. */
export function startOfDay(atMs: number): number {
  return new Date(atMs).setHours(0, 0, 0, 0);
}
