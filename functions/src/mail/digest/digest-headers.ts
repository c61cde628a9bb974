import { createHash } from 'node:crypto';
import type { MailConfig } from '../../platform/mail-config.ts';
import type { DigestContent } from './digest-content.ts';

export interface DigestHeadersSpec extends Pick<MailConfig, 'siteUrl' | 'from'> {
  /** Unique to the digest; no header shows it, because it may identify the person. */
  digestId: string;
  cadence: DigestContent['cadence'];
  /** A POST of `List-Unsubscribe=One-Click` stops all digests. */
  oneClickUrl: string;
}

/**
 * Headers of a digest: one-click unsubscribe (RFC 8058), list (RFC 2919), Gmail's feedback loop, no
 * automatic answers. `Message-ID` is stable, so mailboxes show a digest that is sent twice once;
 * `X-Entity-Ref-ID` repeats it, because SendGrid does not promise to keep `Message-ID`.
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

/** Plain words only: nodemailer would encode a quoted name together with the id. */
function listId(siteName: string, siteUrl: string): string {
  const { hostname } = new URL(siteUrl);
  const id = `<alerts.${/^[\w.-]+$/.test(hostname) ? hostname : 'localhost'}>`;
  return /^[\w&'!+-]+( [\w&'!+-]+)*$/.test(siteName) ? `${siteName} alerts ${id}` : id;
}

/** The site's host as a sender's id for Gmail: 5 to 15 characters, always the same. */
function senderId(siteUrl: string): string {
  const letters = new URL(siteUrl).hostname.replaceAll(/[^a-z0-9]/g, '');
  return letters.slice(0, 15).padEnd(5, '0');
}
