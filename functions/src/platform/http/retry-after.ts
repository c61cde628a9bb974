/** A date as HTTP writes it ("Sat, 21 Nov 2026 02:01:00 GMT"), or as ISO 8601 does: any other is ambiguous. */
const DATE = /^(?:[a-z]{3,9}, |\d{4}-\d{2}-\d{2}T).*\d{2}:\d{2}:\d{2}/i;

/**
 * How long a `Retry-After` header asks to wait, in milliseconds from `nowMs`, at most `longestMs`: it
 * names seconds or a date, and a date gone by is 0. Null where the header is missing, sent more than
 * once, or says neither.
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
