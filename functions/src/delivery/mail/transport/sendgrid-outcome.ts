import { refusalOf, retryAfterMs } from '../../../platform/http/service-response.ts';
import type { SendOutcome } from './mailer.ts';
import type { RequestProgress } from './watched-request.ts';
import { HOUR_MS } from '../../../contract/index.ts';

/** After these statuses, the mail was certainly not accepted. Others, such as 502 and 504, come from a gateway. */
const NOT_ACCEPTED = [500, 501, 503, 505];

/** Statuses whose cause only the operator can fix: a wrong key, an unverified sender (403), no credits. */
const NEEDS_THE_OPERATOR = [301, 302, 303, 307, 308, 401, 403, 404, 405, 415];

/** Configuration errors, such as an invalid key, keep mails queued. After 502 and 504, the outcome is `unknown`. */
export function sendgridOutcome(status: number, retryAfterMs: number | null): SendOutcome {
  const reason = `sendgrid-${status}`;
  if (refusalOf(status) === 'content' && !needsOperator(status)) return { kind: 'refused', reason };
  if (status >= 500 && !NOT_ACCEPTED.includes(status)) return { kind: 'unknown', reason };
  return { kind: 'unavailable', retryAfterMs, reason };
}

export function unansweredOutcome(progress: RequestProgress, code: string): SendOutcome {
  const reason = `sendgrid-${code}`;
  const isNotHttp = code.startsWith('HPE_') && !progress.answered;
  return progress.connected && !isNotHttp
    ? { kind: 'unknown', reason }
    : { kind: 'unavailable', retryAfterMs: null, reason };
}

export function needsOperator(status: number): boolean {
  return NEEDS_THE_OPERATOR.includes(status);
}

const MAX_WAIT_MS = HOUR_MS;

/** Reads the wait in ms from `Retry-After`, or else `X-RateLimit-Reset` (epoch seconds); null if neither is valid. */
export function sendgridWaitMs(headers: Record<string, unknown>, nowMs: number): number | null {
  return (
    retryAfterMs(headers['retry-after'], nowMs, MAX_WAIT_MS) ??
    resetWaitMs(headers['x-ratelimit-reset'], nowMs)
  );
}

function resetWaitMs(reset: unknown, nowMs: number): number | null {
  if (typeof reset !== 'string' || !/^\d+$/.test(reset.trim())) return null;
  return Math.min(Math.max(Number(reset) * 1000 - nowMs, 0), MAX_WAIT_MS);
}
