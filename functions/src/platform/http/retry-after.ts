/** A date of HTTP ("Sat, 21 Nov 2026 02:01:00 GMT") or of ISO 8601; other dates are ambiguous. */
const DATE = /^(?:[a-z]{3,9}, |\d{4}-\d{2}-\d{2}T).*\d{2}:\d{2}:\d{2}/i;

/**
 * How long a `Retry-After` header asks to wait, in milliseconds from `nowMs`, at most `longestMs`.
 * The header holds seconds or a date; a date in the past means 0. Null where the header is missing,
 * repeated or unreadable.
 */
export function retryAfterMs(header: unknown, nowMs: number, longestMs: number): number | null {
  if (typeof header !== 'string') return null;
  const written = header.trim();
  const waitMs = /^\d+$/.test(written) ? Number(written) * 1000 : dateMs(written) - nowMs;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), longestMs);
}

function dateMs(written: string): number {
  return DATE.test(written) ? Date.parse(written) : Number.NaN;
}
