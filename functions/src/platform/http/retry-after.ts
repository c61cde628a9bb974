/** HTTP date ("Sat, 21 Nov 2026 02:01:00 GMT") or ISO 8601; other formats are ambiguous. */
const DATE = /^(?:[a-z]{3,9}, |\d{4}-\d{2}-\d{2}T).*\d{2}:\d{2}:\d{2}/i;

/**
 * The wait of a `Retry-After` header (seconds or date), milliseconds, at most `longestMs`; 0 for a past date.
 * Null if the header is absent, repeated or malformed.
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
