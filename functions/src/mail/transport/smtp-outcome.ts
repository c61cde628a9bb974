import type { SendOutcome } from './mailer.ts';

/** Fields of nodemailer's error; see its `NodemailerError`. */
export interface SmtpFailure {
  code?: string | undefined;
  /** The system's own code, before nodemailer replaced it: `ECONNREFUSED` for an `ESOCKET`. */
  originalCode?: string | undefined;
  /** The command that the server answered; `CONN` stands for the greeting. */
  command?: string | undefined;
  responseCode?: number | undefined;
  /** Set with `responseCode`: whether repeating the message is useless (5xx except 503). */
  permanent?: boolean | undefined;
}

/** How far the message has come. */
export interface MessageProgress {
  /** Whether all of it was sent, including the final dot: from here on the server may accept it. */
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

/** Whether only the operator can resolve the failure. */
export function smtpNeedsOperator({ code = '', permanent, command }: SmtpFailure): boolean {
  if (['EAUTH', 'ENOAUTH', 'EDNS', 'ETLS', 'ECONFIG'].includes(code)) return true;
  return permanent === true && !JUDGES_THE_MAIL.includes(command ?? '');
}
