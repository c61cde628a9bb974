import { isVerified } from '../../platform/sign-up-rule.ts';
import type { DigestReport } from '../../delivery/mail/transport/mail-reports.ts';
import { type AlertFields, sameAlertFields } from '../../contract/index.ts';
import type { Mailer, OutgoingMail, SendOutcome } from '../../delivery/mail/transport/mailer.ts';
import { log } from '../../platform/log.ts';
import { withoutBlockedEpisodes } from './blocked-matches.ts';
import type { ComposedMail } from './compose-digest.ts';
import type { Digest, DigestSection } from './digest.ts';
import type { OutboxStore } from './outbox-store.ts';
import {
  type CancelReason,
  type DigestOutcome,
  type Obstacle,
  type Step,
  step,
} from './digest-progress.ts';
import {
  changeAfter,
  claim,
  type ClaimParts,
  type DeliveryResult,
  record,
} from './claim-digest.ts';

export interface Recipient {
  email?: string | undefined;
  emailVerified: boolean;
  disabled: boolean;
}

interface PreparationParts extends Pick<ClaimParts, 'blockedShows'> {
  store: OutboxStore;
  findRecipient: (uid: string) => Promise<Recipient | null>;
  isSuppressed: (email: string) => Promise<boolean>;
  compose: (digest: Digest, timeZone: string, id: string) => Promise<ComposedMail>;
}

export interface DeliveryParts extends PreparationParts, ClaimParts {
  mailer: Mailer;
}

/**
 * Idempotent, also concurrently: claims the digest right before the request. A mail is sent twice only if its
 * sender crashed or got no response. After an unknown outcome it is sent again only once the mail service
 * responds.
 */
export async function deliverDigest(parts: DeliveryParts, id: string): Promise<DeliveryResult> {
  const found = await claim(parts, id, { onlyLook: true });
  if (found === 'settled' || found === 'later') return found;
  const prepared = await prepareDigest(parts, id, found);
  if (prepared.kind !== 'ready') {
    return record(parts, id, found, { outcome: prepared, sent: null });
  }
  if (found.takeovers > 0 && !(await parts.mailer.isThere())) {
    const away = { kind: 'postpone', reason: 'mail-service-away', notBeforeMs: null } as const;
    return record(parts, id, found, { outcome: away, sent: null });
  }

  const claimed = await claim(parts, id, { onlyLook: false });
  if (claimed === 'settled' || claimed === 'later') return claimed;
  const { mail, sections } = prepared;
  const answer = await parts.mailer.send(mail);
  const sent = { subject: mail.subject, sections, isPlain: found.isPlain };
  const isRefused = answer.kind === 'refused';
  return record(parts, id, claimed, { outcome: outcomeOf(answer, parts.now()), sent, isRefused });
}

interface Ready {
  kind: 'ready';
  mail: OutgoingMail;
  sections: DigestSection[];
}

async function prepareDigest(
  parts: PreparationParts,
  id: string,
  digest: Digest,
): Promise<Ready | Obstacle> {
  const { uid } = digest;
  try {
    const wanted = await decideDelivery(parts, digest);
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
 * Returns what to send, or why to cancel. An edited alert cancels the digest, because matches of the new
 * query are unknown here. A changed schedule does not, because the next digest may be a week away.
 */
async function decideDelivery(
  { store, findRecipient, isSuppressed, blockedShows }: PreparationParts,
  { uid, sections, facts }: Digest,
): Promise<
  | { kind: 'send'; email: string; timeZone: string; sections: DigestSection[] }
  | { kind: 'cancel'; reason: CancelReason }
> {
  const cancel = (reason: CancelReason) => ({ kind: 'cancel', reason }) as const;
  const [recipient, preferences, blocked, active] = await Promise.all([
    findRecipient(uid),
    store.preferencesOf(uid),
    blockedShows(),
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
  const wanted = withoutBlockedEpisodes(sections.filter(isMailed), facts, blocked);
  if (wanted.length === 0) return cancel('nothing-left');
  if (wanted.some((section) => isChanged(section, active))) return cancel('changed');
  const { email } = recipient;
  if (!email) return cancel('no-address');
  if (!isVerified(recipient)) return cancel('unverified');
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

/** Returns true if the digest changed. Idempotent. */
export async function settleReport(
  { store, now }: Pick<DeliveryParts, 'store' | 'now'>,
  id: string,
  report: DigestReport,
): Promise<boolean> {
  let taken: Step = { kind: 'ignored' };
  await store.changeDigest(id, (found) => {
    taken = step(found, report, now());
    return changeAfter(taken, found, { id, channel: null, now });
  });
  return (taken as Step).kind === 'moved';
}

const SHORTEST_WAIT_MS = 10_000;

function outcomeOf(sent: SendOutcome, nowMs: number): DigestOutcome {
  switch (sent.kind) {
    case 'accepted':
    case 'rejected':
    case 'unknown':
      return sent;
    case 'refused':
      return { kind: 'rejected', reason: sent.reason };
    case 'unavailable': {
      const { kind, reason, retryAfterMs } = sent;
      if (retryAfterMs === null) return { kind, reason, notBeforeMs: null };
      return { kind, reason, notBeforeMs: nowMs + Math.max(retryAfterMs, SHORTEST_WAIT_MS) };
    }
  }
}
