import { HOUR_MS } from '../../contract/index.ts';
import { retryAfterMs } from '../../platform/http/retry-after.ts';

/** The longest wait that is accepted. */
const LONGEST_WAIT_MS = HOUR_MS;

/**
 * How long SendGrid's answer asks to wait, in milliseconds from `nowMs`, at most an hour; null where
 * it does not say. Besides `Retry-After` SendGrid sends `X-RateLimit-Reset`, a moment in seconds
 * since the epoch.
 */
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
