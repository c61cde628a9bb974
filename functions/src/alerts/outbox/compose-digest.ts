import { digestHeaders } from '../../delivery/mail/digest/digest-headers.ts';
import { digestLinks } from '../../delivery/mail/digest/digest-links.ts';
import { renderDigestMail } from '../../delivery/mail/digest/digest-mail.ts';
import type { OutgoingMail } from '../../delivery/mail/transport/mailer.ts';
import type { MailConfig } from '../../platform/mail-config.ts';
import type { Digest } from './digest.ts';
import { plainSections } from './plain-form.ts';

export type ComposedMail = Pick<OutgoingMail, 'subject' | 'html' | 'text' | 'headers'>;

/** Deterministic, so that a retry sends the same mail, unless it sends the plain form. */
export async function composeDigest(
  id: string,
  digest: Pick<Digest, 'uid' | 'cadence' | 'sections' | 'isPlain' | 'facts'>,
  timeZone: string,
  settings: MailConfig,
): Promise<ComposedMail> {
  const { uid, cadence, sections, isPlain, facts } = digest;
  const links = digestLinks(uid, settings);
  const alerts = isPlain ? plainSections(sections, settings.siteUrl, facts) : sections;
  const mail = await renderDigestMail({ cadence, timeZone, alerts, isPlain }, links);
  const headers = digestHeaders({
    ...settings,
    digestId: id,
    cadence,
    oneClickUrl: links.oneClick,
  });
  return { ...mail, headers };
}
