import type { SendOutcome } from './mailer.ts';
import type { RequestProgress } from './watched-request.ts';

/** Statuses by which SendGrid judges the mail itself; the same mail would meet them again. */
const JUDGES_THE_MAIL = [400, 413];

/** Statuses that say that nothing was done; other ones from 500 come from a gateway, as 502 and 504. */
const NOT_DONE = [500, 501, 503, 505];

/** Statuses that only the operator can change: a wrong key, an unverified sender, credits used up. */
const NEEDS_THE_OPERATOR = [301, 302, 303, 307, 308, 401, 403, 404, 405, 415];

/**
 * What an unsuccessful answer of `/v3/mail/send` means for the mail. A fault of the operator's must
 * not lose mails: they wait until it is mended. What a gateway could not hear from the server behind
 * it, that server may have done.
 */
export function sendgridOutcome(status: number, retryAfterMs: number | null): SendOutcome {
  const reason = `sendgrid-${status}`;
  if (JUDGES_THE_MAIL.includes(status)) return { kind: 'rejected', reason };
  if (status >= 500 && !NOT_DONE.includes(status)) return { kind: 'unknown', reason };
  return { kind: 'unavailable', retryAfterMs, reason };
}

/** What a request without an answer means for the mail; `code` says what kept it from one. */
export function unansweredOutcome(progress: RequestProgress, code: string): SendOutcome {
  const reason = `sendgrid-${code}`;
  const isNotHttp = code.startsWith('HPE_') && !progress.answered;
  return progress.connected && !isNotHttp
    ? { kind: 'unknown', reason }
    : { kind: 'unavailable', retryAfterMs: null, reason };
}

/** Whether an answer is one that nobody but the operator can do something about. */
export function needsOperator(status: number): boolean {
  return NEEDS_THE_OPERATOR.includes(status);
}
