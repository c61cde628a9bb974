import type { SendOutcome } from './mailer.ts';

export interface SmtpFailure {
  code?: string | undefined;
  /** System error code that nodemailer replaced, such as `ECONNREFUSED` if `code` is `ESOCKET`. */
  originalCode?: string | undefined;
  /** The command that the server responded to; `CONN` for the greeting. */
  command?: string | undefined;
  responseCode?: number | undefined;
  /** True if a retry is useless (5xx except 503). */
  permanent?: boolean | undefined;
}

export interface MessageProgress {
  /** True once the whole message is sent, so that the server may have accepted it. */
  ended: boolean;
}

/** Status for a message that is too large. A server that knows the size can send it before the message. */
const TOO_LARGE = 552;

/** Returns what the server refused permanently; null for a temporary refusal. Only the operator can fix `sender`. */
function refusedFor({ permanent, command, responseCode }: SmtpFailure) {
  if (permanent !== true) return null;
  if (command === 'DATA' || (command === 'MAIL FROM' && responseCode === TOO_LARGE)) {
    return 'content';
  }
  return command === 'RCPT TO' ? 'address' : 'sender';
}

/** The outcome of a refused login is `unavailable`, so that no mail is lost. */
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
