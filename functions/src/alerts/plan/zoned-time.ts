import { DAY_MS } from '../../contract/index.ts';
import { wallClockMs } from '../../platform/wall-clock.ts';

export interface CalendarDay {
  year: number;
  month: number;
  /** May lie outside the month: it then denotes a day of the previous or next month. */
  day: number;
}

export function dayIn(timeZone: string, atMs: number): CalendarDay {
  const wall = new Date(wallClockMs(timeZone, atMs));
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() };
}

/** ISO weekday: 1 (Monday) to 7 (Sunday). */
export function weekdayOf({ year, month, day }: CalendarDay): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
}

/**
 * When clocks show this hour, epoch milliseconds. An hour that is repeated counts at its first occurrence. An
 * hour that is skipped counts at the moment of the change.
 */
export function hourIn(timeZone: string, { year, month, day }: CalendarDay, hour: number): number {
  const wall = Date.UTC(year, month - 1, day, hour);
  const offsetAt = (atMs: number) => wallClockMs(timeZone, atMs) - atMs;
  const before = wall - offsetAt(wall - DAY_MS);
  const after = wall - offsetAt(wall + DAY_MS);
  if (before === after) return before;
  const shown = [before, after].filter((atMs) => wallClockMs(timeZone, atMs) === wall);
  return shown.length > 0 ? Math.min(...shown) : before;
}
