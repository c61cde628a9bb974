import { createTransport } from 'nodemailer';
import * as z from 'zod';
import { log } from '../platform/log.ts';
import type { Mailer, OutgoingMail, SendOutcome } from './mailer.ts';
import { type SmtpFailure, smtpNeedsOperator, smtpOutcome } from './smtp-outcome.ts';
import { within } from './within.ts';

interface SmtpSettings {
  /** `smtp://user@host:port`, or `smtps:` for TLS from the start; `smtp:` takes up TLS where offered. */
  url: string;
  password: string;
  from: { name: string; address: string };
  timeoutMs: number;
}

const failureSchema = z.object({
  code: z.string().optional(),
  originalCode: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.int().optional(),
  permanent: z.boolean().optional(),
});

/** Sends through an SMTP server, one connection a mail. */
export function smtpMailer({ url, password, from, timeoutMs }: SmtpSettings): Mailer {
  const { protocol, hostname, port, username } = new URL(url);
  const transport = createTransport({
    host: hostname,
    ...(port !== '' && { port: Number(port) }),
    secure: protocol === 'smtps:',
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Nothing in a mail may name a file or an address to be read in.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  async function attempt(mail: OutgoingMail): Promise<SendOutcome> {
    try {
      const { messageId } = await transport.sendMail(messageOf(mail, from));
      return { kind: 'accepted', messageId };
    } catch (error) {
      // An answer may repeat the address: only codes go on.
      const failure: SmtpFailure = failureSchema.safeParse(error).data ?? {};
      const outcome = smtpOutcome(failure);
      if (smtpNeedsOperator(failure)) {
        log('error', 'mail-transport-refused', { code: failure.code, command: failure.command });
      }
      return outcome;
    }
  }

  const late = { kind: 'unavailable', retryAfterMs: null, reason: 'smtp-timeout' } as const;
  return { send: (mail) => within(timeoutMs, attempt(mail), late) };
}

function messageOf(mail: OutgoingMail, from: SmtpSettings['from']) {
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: mail.headers,
  };
}
