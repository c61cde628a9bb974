import { createHash } from 'node:crypto';
import type { MailConfig } from '../../../platform/mail-config.ts';
import type { DigestContent } from './digest-content.ts';

export interface DigestHeadersSpec extends Pick<MailConfig, 'siteUrl' | 'from'> {
  /** Contains the person's uid, so headers contain only a hash of this id. */
  digestId: string;
  cadence: DigestContent['cadence'];
  /** A POST of `List-Unsubscribe=One-Click` to this address stops all digests. */
  oneClickUrl: string;
}

/**
 * Headers for one-click unsubscribing (RFC 8058), mailing lists (RFC 2919) and Gmail's feedback loop, and against
 * automatic replies. A stable `Message-ID` makes mailboxes show a digest once even if it was sent twice.
 * `X-Entity-Ref-ID` repeats that id, because SendGrid does not guarantee `Message-ID`.
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

/** Omits a site name that would need quotes, because nodemailer would encode name and id together. */
function listId(siteName: string, siteUrl: string): string {
  const { hostname } = new URL(siteUrl);
  const id = `<alerts.${/^[\w.-]+$/.test(hostname) ? hostname : 'localhost'}>`;
  return /^[\w&'!+-]+( [\w&'!+-]+)*$/.test(siteName) ? `${siteName} alerts ${id}` : id;
}

/** Sender id for Gmail's `Feedback-ID`: 5 to 15 characters, always the same for a site. */
function senderId(siteUrl: string): string {
  const letters = new URL(siteUrl).hostname.replaceAll(/[^a-z0-9]/g, '');
  return letters.slice(0, 15).padEnd(5, '0');
}
