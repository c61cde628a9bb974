const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating a format takes a millisecond. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
    formats.set(timeZone, format);
  }
  return format;
}

/**
 * Returns "Nov 21, 2026" rather than "3 hours ago", because people read mails late. Throws for an unknown time zone.
 */
export function publishedText(pubDateMs: number, timeZone: string): string {
  const date = new Date(pubDateMs);
  return Number.isNaN(date.getTime()) ? 'Date unavailable' : formatOf(timeZone).format(date);
}
