import { HOUR_MS } from '../../../contract/index.ts';
import { retryAfterMs } from '../../../platform/http/retry-after.ts';

const LONGEST_WAIT_MS = HOUR_MS;

/** Requested wait, milliseconds, or null: `Retry-After`, or `X-RateLimit-Reset` in epoch seconds. */
export function sendgridWaitMs(headers: Record<string, unknown>, nowMs: number): number | null {
  return (
    retryAfterMs(headers['retry-after'], nowMs, LONGEST_WAIT_MS) ??
    resetWaitMs(headers['x-ratelimit-reset'], nowMs)
  );
}

function resetWaitMs(reset: unknown, nowMs: number): number | null {
  if (typeof reset !== 'string' || !/^\d+$/.test(reset.trim())) return null;
  return Math.min(Math.max(Number(reset) * 1000 - nowMs, 0), LONGEST_WAIT_MS);
}
