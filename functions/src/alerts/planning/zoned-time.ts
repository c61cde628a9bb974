import { DAY_MS } from '../../contract/index.ts';

export interface CalendarDay {
  year: number;
  /** From 1. */
  month: number;
  /** From 1; one outside the month counts on into the month before or after. */
  day: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are dear to make (a millisecond), and all people of one zone can share one. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** What clocks in the zone show at a moment, as if it were UTC; epoch milliseconds, whole seconds. */
function wallClockMs(timeZone: string, atMs: number): number {
  const parts = formatOf(timeZone).formatToParts(atMs);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
}

export function dayIn(timeZone: string, atMs: number): CalendarDay {
  const wall = new Date(wallClockMs(timeZone, atMs));
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() };
}

/** The hour clocks in the zone show at a moment (epoch milliseconds), 0 to 23. */
export function hourShown(timeZone: string, atMs: number): number {
  return new Date(wallClockMs(timeZone, atMs)).getUTCHours();
}

/** The day of the week, from 1 (Monday) to 7 (Sunday). */
export function weekdayOf({ year, month, day }: CalendarDay): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
}

/**
 * When clocks in the zone show the full hour on that day, epoch milliseconds. An hour that comes
 * twice (clocks set back) is meant the first time; one that is left out (clocks set forward) is the
 * moment at which they were set.
 */
export function hourIn(timeZone: string, { year, month, day }: CalendarDay, hour: number): number {
  const wall = Date.UTC(year, month - 1, day, hour);
  const offsetAt = (atMs: number) => wallClockMs(timeZone, atMs) - atMs;
  const before = wall - offsetAt(wall - DAY_MS);
  const after = wall - offsetAt(wall + DAY_MS);
  const shown = [before, after].filter((atMs) => wallClockMs(timeZone, atMs) === wall);
  return shown.length > 0 ? Math.min(...shown) : before;
}
