import type { SendOutcome } from '../mail/mailer.ts';
import type { DigestOutcome } from './digest-progress.ts';

/**
 * Failures after which a mail surely did not go out: it was answered with a status, or nobody was
 * there to take it.
 */
const SURELY_NOT_SENT =
  /-(\d{3}|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EAUTH|ENOAUTH|EDNS|ETLS|ECONFIG)$/;

/**
 * What a mailer's answer means for a digest; null when nobody knows whether the mail went out (the
 * connection broke off, no answer came in time). That is treated as if the sender had died: the lease
 * runs out, and the digest is sent once more.
 */
export function digestOutcome(outcome: SendOutcome): DigestOutcome | null {
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'accepted', messageId: outcome.messageId };
    case 'rejected':
      return { kind: 'rejected', code: outcome.reason };
    case 'unavailable':
      return SURELY_NOT_SENT.test(outcome.reason)
        ? { kind: 'unavailable', code: outcome.reason }
        : null;
  }
}
