import { mailConfig } from '../../platform/config.ts';
import type { MailConfig } from '../../platform/mail-config.ts';
import { type Mailer, SEND_TIMEOUT_MS } from './mailer.ts';

/**
 * The mailer that the settings choose, ready to send; throws where they lack its key or server. The
 * libraries are loaded only here, because they would slow down every function's start.
 */
export async function openMailer(settings: MailConfig = mailConfig()): Promise<Mailer> {
  const { transport, from, sendgrid, smtp } = settings;
  if (transport === 'sendgrid') {
    const { apiKey, baseUrl } = sendgrid;
    if (apiKey === '') throw new Error('Mail configuration: SENDGRID_API_KEY is not set');
    const { sendgridMailer } = await import('./sendgrid-mailer.ts');
    return sendgridMailer({ apiKey, baseUrl, from, timeoutMs: SEND_TIMEOUT_MS });
  }
  const { url, password } = smtp;
  if (url === null) throw new Error('Mail configuration: SMTP_URL is not set');
  const { smtpMailer } = await import('./smtp-mailer.ts');
  return smtpMailer({ url, password, from, timeoutMs: SEND_TIMEOUT_MS });
}
