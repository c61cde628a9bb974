import { LOOPBACK, type Ports } from '../instance/ports.ts';

/** Key of the unsubscribe links in local runs; a fixed key, so that links survive a restart. */
export const LOCAL_UNSUBSCRIBE_KEY = 'for local runs only; a deployed site has a secret';

/** The functions' mail settings, with the run's inbox as the default SMTP server. */
export function mailEnvironment(
  settings: NodeJS.ProcessEnv,
  ports: Ports,
  siteUrl: string,
): Record<string, string> {
  const siteName = settings['VITE_SITE_NAME'] || 'Earshot';
  return {
    MAIL_TRANSPORT: settings['MAIL_TRANSPORT'] || 'smtp',
    MAIL_FROM: settings['MAIL_FROM'] || `${siteName} <alerts@earshot.example>`,
    SITE_URL: siteUrl,
    UNSUBSCRIBE_KEY: settings['UNSUBSCRIBE_KEY'] || LOCAL_UNSUBSCRIBE_KEY,
    SMTP_URL: settings['SMTP_URL'] || `smtp://${LOOPBACK}:${ports.smtp}`,
  };
}
