import type { SendOutcome } from './mailer.ts';

/** Statuses by which SendGrid judges the mail itself; the same mail would meet them again. */
const JUDGES_THE_MAIL = [400, 413];

/** Statuses that only the operator can change: a wrong key, an unverified sender, credits used up. */
const NEEDS_THE_OPERATOR = [401, 403, 404, 405, 415];

/**
 * What an unsuccessful answer of `/v3/mail/send` means for the mail. A fault of the operator's must
 * not lose mails: they wait until it is mended.
 */
export function sendgridOutcome(status: number, retryAfterMs: number | null): SendOutcome {
  const reason = `sendgrid-${status}`;
  if (JUDGES_THE_MAIL.includes(status)) return { kind: 'rejected', reason };
  return { kind: 'unavailable', retryAfterMs, reason };
}

/** Whether an answer is one that nobody but the operator can do something about. */
export function needsOperator(status: number): boolean {
  return NEEDS_THE_OPERATOR.includes(status);
}
