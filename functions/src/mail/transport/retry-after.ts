import { HOUR_MS } from '../../contract/index.ts';

/** Nobody keeps a mail waiting for longer. */
const LONGEST_WAIT_MS = HOUR_MS;

/**
 * How long an answer asks to wait, milliseconds from `now`, at most an hour; null where it does not
 * say. `Retry-After` counts seconds or names a date; SendGrid's `X-RateLimit-Reset` is a moment in
 * seconds since the epoch.
 */
export function retryAfterMs(headers: Record<string, unknown>, now: number): number | null {
  const waitMs =
    headerWaitMs(headers['retry-after'], now) ??
    secondsOf(headers['x-ratelimit-reset'], (seconds) => seconds * 1000 - now);
  return waitMs === null ? null : Math.min(Math.max(waitMs, 0), LONGEST_WAIT_MS);
}

function headerWaitMs(value: unknown, now: number): number | null {
  const waitMs = secondsOf(value, (seconds) => seconds * 1000);
  if (waitMs !== null || typeof value !== 'string') return waitMs;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : at - now;
}

function secondsOf(value: unknown, toWaitMs: (seconds: number) => number): number | null {
  return typeof value === 'string' && /^\d+$/.test(value.trim()) ? toWaitMs(Number(value)) : null;
}
