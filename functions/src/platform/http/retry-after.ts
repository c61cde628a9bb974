/** HTTP date ("Sat, 21 Nov 2026 02:01:00 GMT") or ISO 8601. Other formats are ambiguous. */
const DATE = /^(?:[a-z]{3,9}, |\d{4}-\d{2}-\d{2}T).*\d{2}:\d{2}:\d{2}/i;

/** Parses seconds or a date; 0 for a past date. Null if absent, repeated or malformed. */
export function retryAfterMs(header: unknown, nowMs: number, maxMs: number): number | null {
  if (typeof header !== 'string') return null;
  const written = header.trim();
  const waitMs = /^\d+$/.test(written) ? Number(written) * 1000 : dateMs(written) - nowMs;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), maxMs);
}

function dateMs(written: string): number {
  return DATE.test(written) ? Date.parse(written) : Number.NaN;
}
