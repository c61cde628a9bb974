import type { SendOutcome } from './mailer.ts';
import type { RequestProgress } from './watched-request.ts';

/** Statuses with which SendGrid rejects the mail itself; sending it again gives the same answer. */
const JUDGES_THE_MAIL = [400, 413];

/**
 * Statuses that say that nothing was done. Others from 500 on come from a gateway, as 502 and 504
 * do.
 */
const NOT_DONE = [500, 501, 503, 505];

/**
 * Statuses that only the operator can resolve: a wrong key, an unverified sender, no credits left.
 */
const NEEDS_THE_OPERATOR = [301, 302, 303, 307, 308, 401, 403, 404, 405, 415];

/**
 * What an unsuccessful answer of `/v3/mail/send` means for the mail. An operator's mistake must not
 * lose mails: they wait until it is corrected. After an error of a gateway, the server behind it
 * may still have accepted the mail.
 */
export function sendgridOutcome(status: number, retryAfterMs: number | null): SendOutcome {
  const reason = `sendgrid-${status}`;
  if (JUDGES_THE_MAIL.includes(status)) return { kind: 'rejected', reason };
  if (status >= 500 && !NOT_DONE.includes(status)) return { kind: 'unknown', reason };
  return { kind: 'unavailable', retryAfterMs, reason };
}

/** What a request without an answer means for the mail; `code` names the failure. */
export function unansweredOutcome(progress: RequestProgress, code: string): SendOutcome {
  const reason = `sendgrid-${code}`;
  const isNotHttp = code.startsWith('HPE_') && !progress.answered;
  return progress.connected && !isNotHttp
    ? { kind: 'unknown', reason }
    : { kind: 'unavailable', retryAfterMs: null, reason };
}

/** Whether only the operator can resolve the failure. */
export function needsOperator(status: number): boolean {
  return NEEDS_THE_OPERATOR.includes(status);
}
