import { createTransport, type SendMailOptions, type SMTPTransportOptions } from 'nodemailer';
import * as z from 'zod';
import { log } from '../../platform/log.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { Mailer, OutgoingMail, SendOutcome } from './mailer.ts';
import {
  type MessageProgress,
  type SmtpFailure,
  smtpNeedsOperator,
  smtpOutcome,
} from './smtp-outcome.ts';

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
  const options: SMTPTransportOptions = {
    host: hostname,
    ...(port !== '' && { port: Number(port) }),
    secure: protocol === 'smtps:',
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: password } }),
    // Nothing in a mail may name a file or an address to be read in.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return {
    send(mail) {
      const progress: MessageProgress = { ended: false };
      const sending = (signal: AbortSignal) =>
        attempt(options, { ...messageOf(mail, from), signal }, progress);
      return withTimeout(timeoutMs, sending, {
        late: () => smtpOutcome({ code: 'timeout' }, progress),
      });
    },
  };
}

async function attempt(
  options: SMTPTransportOptions,
  message: SendMailOptions,
  progress: MessageProgress,
): Promise<SendOutcome> {
  const transport = createTransport(options);
  transport.use('stream', ({ message: composed }, done) => {
    // It is read to its end only after the server has asked for it; what follows is the final dot.
    composed.processFunc((stream) => stream.once('end', () => (progress.ended = true)));
    done();
  });
  try {
    const { messageId } = await transport.sendMail(message);
    return { kind: 'accepted', messageId };
  } catch (error) {
    // An answer may repeat the address: only codes go on.
    const failure: SmtpFailure = failureSchema.safeParse(error).data ?? {};
    if (smtpNeedsOperator(failure)) {
      log('error', 'mail-transport-refused', { code: failure.code, command: failure.command });
    }
    return smtpOutcome(failure, progress);
  }
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
