import { DAY_MS } from 'functions/contract';
import { startOfDay } from '#features/alerts/inbox/day-name.ts';

/** Matches are kept for a year. */
const WEEKS = 52;

export interface Week {
  sinceMs: number;
  untilMs: number;
}

/** The past year in weeks of seven days, oldest first. The last one ends with today. */
export function weeksUntil(nowMs: number): Week[] {
  const end = startOfDay(startOfDay(nowMs) + 1.5 * DAY_MS);
  return Array.from({ length: WEEKS }, (_, at) => {
    const untilMs = dayBefore(end, (WEEKS - 1 - at) * 7);
    return { sinceMs: dayBefore(untilMs, 7), untilMs };
  });
}

/** Days of a time zone with summer time have 23 to 25 hours. */
function dayBefore(atMs: number, days: number): number {
  const date = new Date(atMs);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime();
}

/** "Nov 24 – Nov 30" */
export function weekName({ sinceMs, untilMs }: Week): string {
  const [first, last] = [sinceMs, untilMs - 1].map((atMs) =>
    new Date(atMs).toLocaleDateString('en-US', { month: 'short', day: 'numeric' }),
  );
  return `${first} – ${last}`;
}
