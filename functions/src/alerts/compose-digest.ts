import { digestHeaders } from '../mail/digest-headers.ts';
import { digestLinks } from '../mail/digest-links.ts';
import { renderDigestMail } from '../mail/digest-mail.ts';
import type { MailConfig } from '../platform/mail-config.ts';
import type { ComposedMail } from './deliver-digest.ts';
import type { Digest } from './digest.ts';

/** A digest as a mail, with links that only its reader has. */
export async function composeDigest(
  { uid, cadence, createdAtMs, sections }: Digest,
  settings: MailConfig,
  nowMs: number,
): Promise<ComposedMail> {
  const links = digestLinks(uid, settings);
  const mail = await renderDigestMail({ createdAtMs, cadence, alerts: sections }, links, nowMs);
  return { ...mail, headers: digestHeaders(links.unsubscribeAll) };
}
