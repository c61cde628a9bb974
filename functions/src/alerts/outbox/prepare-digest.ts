import type { OutgoingMail } from '../../delivery/mail/transport/mailer.ts';
import { log } from '../../platform/log.ts';
import type { Digest, DigestSection } from './digest.ts';
import type { CancelReason, Obstacle } from './digest-progress.ts';
import { type AlertFields, sameAlertFields } from '../../contract/index.ts';
import type { OutboxStore } from './outbox-store.ts';
import { plainSections } from './plain-form.ts';
import { digestHeaders } from '../../delivery/mail/digest/digest-headers.ts';
import { digestLinks } from '../../delivery/mail/digest/digest-links.ts';
import { renderDigestMail } from '../../delivery/mail/digest/digest-mail.ts';
import type { MailConfig } from '../../platform/mail-config.ts';

/**
 * Deterministic, so that a retry sends the same mail, apart from the plain form. `timeZone` is an IANA name.
 */
export async function composeDigest(
  id: string,
  digest: Pick<Digest, 'uid' | 'cadence' | 'sections' | 'isPlain' | 'facts'>,
  timeZone: string,
  settings: MailConfig,
): Promise<ComposedMail> {
  const { uid, cadence, sections, isPlain, facts } = digest;
  const links = digestLinks(uid, settings);
  const searchFor = (alert: AlertFields) => links.searchFor(alert);
  const alerts = isPlain ? plainSections(sections, searchFor, facts) : sections;
  const mail = await renderDigestMail({ cadence, timeZone, alerts, isList: isPlain }, links);
  const headers = digestHeaders({
    ...settings,
    digestId: id,
    cadence,
    oneClickUrl: links.oneClick,
  });
  return { ...mail, headers };
}

export interface Recipient {
  email?: string | undefined;
  emailVerified: boolean;
  disabled: boolean;
}

export type ComposedMail = Pick<OutgoingMail, 'subject' | 'html' | 'text' | 'headers'>;

export interface PreparationParts {
  store: OutboxStore;
  findRecipient: (uid: string) => Promise<Recipient | null>;
  isSuppressed: (email: string) => Promise<boolean>;
  compose: (digest: Digest, timeZone: string, id: string) => Promise<ComposedMail>;
}

export interface Ready {
  kind: 'ready';
  mail: OutgoingMail;
  sections: DigestSection[];
}

/** Decides what to send. Read-only. */
export async function prepareDigest(
  parts: PreparationParts,
  id: string,
  digest: Digest,
): Promise<Ready | Obstacle> {
  const { uid } = digest;
  try {
    const wanted = await whatIsWanted(parts, digest);
    if (wanted.kind === 'cancel') return wanted;
    const { email, timeZone, sections } = wanted;
    const composed = await parts.compose({ ...digest, sections }, timeZone, id);
    return { kind: 'ready', mail: { ...composed, to: email, digestId: id, uid }, sections };
  } catch (error) {
    log('error', 'digest-not-prepared', { digestId: id, uid, error: stackOf(error) });
    return { kind: 'postpone', reason: 'internal', notBeforeMs: null };
  }
}

/**
 * The sections to send and the address, or the reason to cancel. An edited alert cancels the digest: matches of
 * the new query are unknown here. A changed schedule does not, because the next digest may be a week away.
 */
async function whatIsWanted(
  { store, findRecipient, isSuppressed }: PreparationParts,
  { uid, sections }: Digest,
): Promise<
  | { kind: 'send'; email: string; timeZone: string; sections: DigestSection[] }
  | { kind: 'cancel'; reason: CancelReason }
> {
  const cancel = (reason: CancelReason) => ({ kind: 'cancel', reason }) as const;
  const [recipient, preferences, active] = await Promise.all([
    findRecipient(uid),
    store.preferencesOf(uid),
    store.stillActive(
      uid,
      sections.map(({ alertId }) => alertId),
    ),
  ]);
  if (recipient === null) return cancel('no-account');
  if (recipient.disabled) return cancel('disabled');
  if (preferences.cadence === 'paused') return cancel('paused');
  const isMailed = ({ alertId }: DigestSection) =>
    active.has(alertId) && active.get(alertId)?.mail !== false;
  const wanted = sections.filter(isMailed);
  if (wanted.length === 0) return cancel('nothing-left');
  if (wanted.some((section) => isChanged(section, active))) return cancel('changed');
  const { email, emailVerified } = recipient;
  if (!email) return cancel('no-address');
  if (!emailVerified) return cancel('unverified');
  if (await isSuppressed(email)) return cancel('suppressed');
  return { kind: 'send', email, timeZone: preferences.timeZone, sections: wanted };
}

export function isChanged(
  section: DigestSection,
  active: ReadonlyMap<string, AlertFields>,
): boolean {
  const now = active.get(section.alertId);
  return now !== undefined && !sameAlertFields(section, now);
}

export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : typeof error;
}
