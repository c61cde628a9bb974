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

/** Local time in a zone as if it were UTC: epoch ms, whole seconds. Throws a RangeError for an unknown zone. */
export function wallClockMs(timeZone: string, atMs: number): number {
  // The parts are month, day, year, hour, minute and second. `formatToParts` would take twice as long.
  const [month = NaN, ...others] = formatOf(timeZone).format(atMs).split(/\D+/).map(Number);
  const [day, year = NaN, ...time] = others;
  return Date.UTC(year, month - 1, day, ...time);
}
