import { createHash } from 'node:crypto';
import type { MailConfig } from '../../platform/mail-config.ts';
import type { DigestContent } from './digest-content.ts';

export interface DigestHeadersSpec extends Pick<MailConfig, 'siteUrl' | 'from'> {
  /** Unique to the digest; no header shows it, because it may identify the person. */
  digestId: string;
  cadence: DigestContent['cadence'];
  /** Address at which a POST of `List-Unsubscribe=One-Click` stops all digests. */
  oneClickUrl: string;
}

/**
 * Headers of every digest, one line of ASCII each. They say how to unsubscribe with one click and
 * without signing in (RFC 8058, required by the large mailbox providers), which list the mail
 * belongs to (RFC 2919), which kind of mail a complaint is about (Gmail's feedback loop), and that
 * programs should not answer.
 *
 * `Message-ID` is the same each time a digest is sent, so that mailboxes show it once. SendGrid
 * accepts the header but does not promise to keep it; `X-Entity-Ref-ID` repeats the value for that
 * case.
 */
export function digestHeaders(spec: DigestHeadersSpec): Record<string, string> {
  const { digestId, cadence, oneClickUrl, siteUrl, from } = spec;
  const reference = createHash('sha256').update(digestId).digest('hex').slice(0, 32);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    'Message-ID': `<${reference}@${domain}>`,
    'X-Entity-Ref-ID': reference,
    'List-Id': listId(from.name, siteUrl),
    'List-Unsubscribe': `<${oneClickUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Feedback-ID': `${cadence}:digest:alerts:${senderId(siteUrl)}`,
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    Precedence: 'list',
  };
}

/**
 * The name is optional in this header. It is left out unless it consists of plain words: nodemailer
 * would encode a quoted name together with the id after it.
 */
function listId(siteName: string, siteUrl: string): string {
  const { hostname } = new URL(siteUrl);
  const id = `<alerts.${/^[\w.-]+$/.test(hostname) ? hostname : 'localhost'}>`;
  return /^[\w&'!+-]+( [\w&'!+-]+)*$/.test(siteName) ? `${siteName} alerts ${id}` : id;
}

/**
 * The site's host in the form that Gmail requires of a sender's id: 5 to 15 characters, always the
 * same.
 */
function senderId(siteUrl: string): string {
  const letters = new URL(siteUrl).hostname.replaceAll(/[^a-z0-9]/g, '');
  return letters.slice(0, 15).padEnd(5, '0');
}
