import type { SendOutcome } from './mailer.ts';

export interface SmtpFailure {
  code?: string | undefined;
  /** System error code before nodemailer replaced it: `ECONNREFUSED` for `ESOCKET`. */
  originalCode?: string | undefined;
  /** The command that the server answered; `CONN`: the greeting. */
  command?: string | undefined;
  responseCode?: number | undefined;
  /** True if a retry is useless (5xx except 503). */
  permanent?: boolean | undefined;
}

export interface MessageProgress {
  /** True once the whole message is sent, with the final dot: the server may have accepted it. */
  ended: boolean;
}

/** A message that is too large. Servers that know the size can send this status before the message. */
const TOO_LARGE = 552;

/** Null for a temporary refusal. Only the operator can fix a refused sender. */
function refusedFor({ permanent, command, responseCode }: SmtpFailure) {
  if (permanent !== true) return null;
  if (command === 'DATA' || (command === 'MAIL FROM' && responseCode === TOO_LARGE)) {
    return 'content';
  }
  return command === 'RCPT TO' ? 'address' : 'sender';
}

/** A refused login must not lose mails: the outcome is `unavailable`. */
export function smtpOutcome(failure: SmtpFailure, progress: MessageProgress): SendOutcome {
  const { code = 'unknown', originalCode, responseCode } = failure;
  const reason = `smtp-${responseCode ?? originalCode ?? code}`;
  const refused = refusedFor(failure);
  if (refused === 'content') return { kind: 'refused', reason };
  if (refused === 'address') return { kind: 'rejected', reason };
  if (progress.ended && responseCode === undefined) return { kind: 'unknown', reason };
  return { kind: 'unavailable', retryAfterMs: null, reason };
}

export function smtpNeedsOperator(failure: SmtpFailure): boolean {
  if (['EAUTH', 'ENOAUTH', 'EDNS', 'ETLS', 'ECONFIG'].includes(failure.code ?? '')) return true;
  return refusedFor(failure) === 'sender';
}
