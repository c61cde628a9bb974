import { digestHeaders } from '../../mail/digest/digest-headers.ts';
import { digestLinks } from '../../mail/digest/digest-links.ts';
import { renderDigestMail } from '../../mail/digest/digest-mail.ts';
import type { MailConfig } from '../../platform/mail-config.ts';
import { type Digest, digestId } from '../outbox/digest.ts';
import type { ComposedMail } from './prepare-digest.ts';

/**
 * A digest as a mail, with links that only its reader has. The same digest always makes the same
 * mail.
 * @param timeZone Where its reader lives, as an IANA name.
 */
export async function composeDigest(
  { uid, slotMs, cadence, sections }: Digest,
  timeZone: string,
  settings: MailConfig,
): Promise<ComposedMail> {
  const links = digestLinks(uid, settings);
  const mail = await renderDigestMail({ cadence, timeZone, alerts: sections }, links);
  const headers = digestHeaders({
    ...settings,
    digestId: digestId(uid, slotMs),
    cadence,
    oneClickUrl: links.unsubscribeAll,
  });
  return { ...mail, headers };
}
