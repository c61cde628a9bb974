import { createTransport, type SendMailOptions, type SMTPTransportOptions } from 'nodemailer';
import * as z from 'zod';
import { isLoopbackHost } from '../../../feeds/fetch/public-host.ts';
import { log } from '../../../platform/log.ts';
import { withTimeout } from '../../../platform/with-timeout.ts';
import type { Mailer, OutgoingMail, Sender, SendOutcome } from './mailer.ts';
import {
  type MessageProgress,
  type SmtpFailure,
  smtpNeedsOperator,
  smtpOutcome,
} from './smtp-outcome.ts';

interface SmtpSettings extends Sender {
  /** `smtp://user@host:port` (STARTTLS; unencrypted only to this machine) or `smtps:` (TLS from the start). */
  url: string;
  password: string;
}

const failureSchema = z.object({
  code: z.string().optional(),
  originalCode: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.int().optional(),
  permanent: z.boolean().optional(),
});

export function smtpMailer({ url, password, from, timeoutMs }: SmtpSettings): Mailer {
  const address = new URL(url);
  const { protocol, hostname, port, username } = address;
  const options: SMTPTransportOptions = {
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port !== '' && { port: Number(port) }),
    secure: protocol === 'smtps:',
    // Without this, an attacker who strips the STARTTLS offer can read the password and the mail.
    requireTLS: !isLoopbackHost(address),
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: password } }),
    // A mail must not make nodemailer read files or fetch addresses.
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

    isThere() {
      const transport = createTransport(options);
      const asking = () => transport.verify();
      return withTimeout<boolean>(timeoutMs, asking, { late: () => false })
        .catch(() => false)
        .finally(() => transport.close());
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
    // The stream ends after the server has asked for the message; only the final dot follows.
    composed.processFunc((stream) => stream.once('end', () => (progress.ended = true)));
    done();
  });
  try {
    const { messageId } = await transport.sendMail(message);
    return { kind: 'accepted', messageId };
  } catch (error) {
    // The server's response can contain the address, so pass on only codes.
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
