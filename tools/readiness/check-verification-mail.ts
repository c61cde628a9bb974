import * as z from 'zod';
import { firebaseConsole, type Finding, later, ok } from './finding.ts';

export const sendEmailSchema = z.object({
  method: z.string().optional(),
  smtp: z.object({ senderEmail: z.string().default('') }).optional(),
  callbackUri: z.string().default(''),
  verifyEmailTemplate: z
    .object({
      senderLocalPart: z.string().default('noreply'),
      senderDisplayName: z.string().default(''),
    })
    .optional(),
  dnsInfo: z
    .object({
      customDomain: z.string().default(''),
      useCustomDomain: z.boolean().default(false),
      pendingCustomDomain: z.string().default(''),
      customDomainState: z.string().default(''),
    })
    .optional(),
});

type SendEmail = z.infer<typeof sendEmailSchema>;

/**
 * The first email of a member is Authentication's. Nothing here blocks a deployment, because the email arrives without
 * it, though perhaps among the spam.
 */
export function checkVerificationMail(
  settings: SendEmail | undefined,
  project: string,
  siteUrl: string,
): Finding[] {
  const ofFirebase = `${project}.firebaseapp.com`;
  const page = firebaseConsole(project, 'authentication/emails');
  const { host } = new URL(siteUrl);
  const linkHost = /^https:\/\/([^/]+)/.exec(settings?.callbackUri ?? '')?.[1] ?? ofFirebase;
  const name = settings?.verifyEmailTemplate?.senderDisplayName ?? '';
  return [
    checkSender(settings, ofFirebase, page),
    linkHost === host
      ? ok(`the link in verification emails leads to ${host}`)
      : later(
          `the link in verification emails leads to ${linkHost}: “Customize action URL”, ${new URL('/__/auth/action', siteUrl).href}`,
          page,
        ),
    name === ''
      ? later('verification emails have no sender’s name: fill in “Sender name”', page)
      : ok(`verification emails are signed by ${name}`),
  ];
}

function checkSender(settings: SendEmail | undefined, ofFirebase: string, page: string): Finding {
  const { method, smtp, dnsInfo, verifyEmailTemplate } = settings ?? {};
  const from = (sender: string) => ok(`verification emails come from ${sender}`);
  if (method === 'CUSTOM_SMTP' && smtp !== undefined) return from(smtp.senderEmail);
  const localPart = verifyEmailTemplate?.senderLocalPart ?? 'noreply';
  if (dnsInfo?.useCustomDomain) return from(`${localPart}@${dnsInfo.customDomain}`);
  if (dnsInfo !== undefined && dnsInfo.pendingCustomDomain !== '') {
    const { pendingCustomDomain, customDomainState } = dnsInfo;
    return later(
      `the DNS records of ${pendingCustomDomain} for verification emails are not verified (${customDomainState})`,
      page,
    );
  }
  return later(
    `a member’s first email, the verification, comes from ${localPart}@${ofFirebase}: “Customize domain”`,
    page,
  );
}
