import type { SendOutcome } from './mailer.ts';

/** What nodemailer tells of a failure, see its `NodemailerError`. */
export interface SmtpFailure {
  code?: string | undefined;
  /** What the system called it before nodemailer did: `ECONNREFUSED` for an `ESOCKET`. */
  originalCode?: string | undefined;
  /** The command that was answered; `CONN` stands for the greeting. */
  command?: string | undefined;
  responseCode?: number | undefined;
  /** Set with `responseCode`: whether repeating the same message is no use (5xx but 503). */
  permanent?: boolean | undefined;
}

/** How far the message has come. */
export interface MessageProgress {
  /** Whether all of it went out, and with that the final dot: from here on the server may take it. */
  ended: boolean;
}

/** Commands whose refusal is about the recipient or the message, not about us. */
const JUDGES_THE_MAIL = ['RCPT TO', 'DATA'];

/** What a failure to send by SMTP means for the mail. A refused login must not lose mails. */
export function smtpOutcome(failure: SmtpFailure, progress: MessageProgress): SendOutcome {
  const { code = 'unknown', originalCode, command, responseCode } = failure;
  const reason = `smtp-${responseCode ?? originalCode ?? code}`;
  if (failure.permanent === true && JUDGES_THE_MAIL.includes(command ?? '')) {
    return { kind: 'rejected', reason };
  }
  if (progress.ended && responseCode === undefined) return { kind: 'unknown', reason };
  return { kind: 'unavailable', retryAfterMs: null, reason };
}

/** Whether a failure is one that nobody but the operator can do something about. */
export function smtpNeedsOperator({ code = '', permanent, command }: SmtpFailure): boolean {
  if (['EAUTH', 'ENOAUTH', 'EDNS', 'ETLS', 'ECONFIG'].includes(code)) return true;
  return permanent === true && !JUDGES_THE_MAIL.includes(command ?? '');
}
