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

/**
 * The local time in a zone, read as if it were UTC: epoch milliseconds, whole seconds. Throws a RangeError
 * for an unknown zone.
 */
export function wallClockMs(timeZone: string, atMs: number): number {
  // The format gives month, day, year, hour, minute, second; `formatToParts` would take twice the time.
  const [month = NaN, ...others] = formatOf(timeZone).format(atMs).split(/\D+/).map(Number);
  const [day, year = NaN, ...time] = others;
  return Date.UTC(year, month - 1, day, ...time);
}
