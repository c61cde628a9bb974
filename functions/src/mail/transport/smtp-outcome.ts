import type { SendOutcome } from './mailer.ts';

/** Fields of nodemailer's `NodemailerError`. */
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

/** A refusal of these commands concerns the recipient or the message, not the sender. */
const JUDGES_THE_MAIL = ['RCPT TO', 'DATA'];

/** A refused login must not lose mails: the outcome is `unavailable`. */
export function smtpOutcome(failure: SmtpFailure, progress: MessageProgress): SendOutcome {
  const { code = 'unknown', originalCode, command, responseCode } = failure;
  const reason = `smtp-${responseCode ?? originalCode ?? code}`;
  if (failure.permanent === true && JUDGES_THE_MAIL.includes(command ?? '')) {
    return { kind: 'rejected', reason };
  }
  if (progress.ended && responseCode === undefined) return { kind: 'unknown', reason };
  return { kind: 'unavailable', retryAfterMs: null, reason };
}

export function smtpNeedsOperator({ code = '', permanent, command }: SmtpFailure): boolean {
  if (['EAUTH', 'ENOAUTH', 'EDNS', 'ETLS', 'ECONFIG'].includes(code)) return true;
  return permanent === true && !JUDGES_THE_MAIL.includes(command ?? '');
}
