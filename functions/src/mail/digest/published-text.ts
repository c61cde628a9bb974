const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes a millisecond, and everybody in a time zone can share one. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
    formats.set(timeZone, format);
  }
  return format;
}

/**
 * The day an episode was published, in a time zone: "Nov 21, 2026". A mail may be read long after
 * it was sent, so it never says "3 hours ago". "Date unavailable" for an invalid date.
 * @param timeZone IANA name of a zone that this runtime knows; throws for others.
 */
export function publishedText(pubDateMs: number, timeZone: string): string {
  const date = new Date(pubDateMs);
  return Number.isNaN(date.getTime()) ? 'Date unavailable' : formatOf(timeZone).format(date);
}
