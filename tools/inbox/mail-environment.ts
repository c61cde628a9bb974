import { LOOPBACK, type Ports } from '../instance/ports.ts';

/** Signs the unsubscribe links of local runs, so that links in an inbox still work after a restart. */
export const LOCAL_UNSUBSCRIBE_KEY = 'for local runs only; a deployed site has a secret';

/**
 * What the functions need to send mail: into the run's inbox, unless the settings name another way.
 * @param siteUrl Where the links in mails lead.
 */
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
