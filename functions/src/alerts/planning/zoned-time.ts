import { DAY_MS } from '../../contract/index.ts';

export interface CalendarDay {
  year: number;
  month: number;
  /** A day outside the month counts into the previous or next month. */
  day: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a format takes about a millisecond. */
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

/** Local time in a zone, read as if it were UTC; epoch milliseconds, whole seconds. */
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

export function hourShown(timeZone: string, atMs: number): number {
  return new Date(wallClockMs(timeZone, atMs)).getUTCHours();
}

/** 1 (Monday) to 7 (Sunday). */
export function weekdayOf({ year, month, day }: CalendarDay): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
}

/**
 * When clocks show this hour, epoch milliseconds. A repeated hour (clocks set back): its first occurrence. A
 * skipped hour (clocks set forward): the moment of the change.
 */
export function hourIn(timeZone: string, { year, month, day }: CalendarDay, hour: number): number {
  const wall = Date.UTC(year, month - 1, day, hour);
  const offsetAt = (atMs: number) => wallClockMs(timeZone, atMs) - atMs;
  const before = wall - offsetAt(wall - DAY_MS);
  const after = wall - offsetAt(wall + DAY_MS);
  const shown = [before, after].filter((atMs) => wallClockMs(timeZone, atMs) === wall);
  return shown.length > 0 ? Math.min(...shown) : before;
}
