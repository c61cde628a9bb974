import { DEFAULT_PREFERENCES } from '../contract/index.ts';
import type { Mailer, OutgoingMail } from '../mail/mailer.ts';
import { log } from '../platform/log.ts';
import { deliveryRecord, type Told } from './delivery-record.ts';
import type { Digest } from './digest.ts';
import {
  type CancelReason,
  type DigestOutcome,
  type DigestProgress,
  type Step,
  step,
} from './digest-progress.ts';
import type { DigestChange, OutboxStore } from './outbox-store.ts';
import { digestOutcome } from './send-outcome.ts';

/** An account as it is at the moment of sending. */
export interface Recipient {
  email?: string | undefined;
  emailVerified: boolean;
}

export type ComposedMail = Pick<OutgoingMail, 'subject' | 'html' | 'text' | 'headers'>;

export interface DeliveryParts {
  store: OutboxStore;
  mailer: Mailer;
  /** The account, or null when it is gone. */
  findRecipient: (uid: string) => Promise<Recipient | null>;
  /** Whether an address reported back that it wants or takes no mail. */
  isSuppressed: (email: string) => Promise<boolean>;
  /** The digest as a mail, with dates in the person's time zone. */
  compose: (digest: Digest, timeZone: string) => Promise<ComposedMail>;
  /** The present moment, epoch milliseconds. */
  now: () => number;
}

/**
 * `settled`: nothing is left to do. `later`: try again. `unknown`: whether the mail went out is not
 * known; the schedule takes it up when the lease is over.
 */
export type DeliveryResult = 'settled' | 'later' | 'unknown';

/**
 * Mails one digest: claims it, looks at the sources of truth whether it is still wanted, sends it
 * outside every transaction, records what became of it. Safe to call at any time, any number of
 * times and side by side: a mail goes out twice only when its sender died, or heard nothing, between
 * sending and recording.
 */
export async function deliverDigest(parts: DeliveryParts, id: string): Promise<DeliveryResult> {
  const claimed = await claim(parts, id);
  if (claimed === 'settled' || claimed === 'later') return claimed;
  const made = await attempt(parts, id, claimed);
  if (made === null) {
    log('warn', 'digest-outcome-unknown', { digestId: id, attempt: claimed.attempt });
    return 'unknown';
  }
  return record(parts, id, claimed, made);
}

async function claim(
  { store, now }: DeliveryParts,
  id: string,
): Promise<Digest | 'settled' | 'later'> {
  let decided: Step = { kind: 'ignored' };
  const digest = await store.changeDigest(id, (found) => {
    decided = step(found, { kind: 'claim' }, now());
    return changeBy(decided, found, null);
  });
  // The callback has run by now, which the compiler cannot know.
  const { kind } = decided as Step;
  if (digest === null || kind === 'ignored') return 'settled';
  if (kind === 'busy') return 'later';
  if (digest.state === 'sending') return digest;
  log('error', 'digest-failed', { digestId: id, uid: digest.uid, code: digest.code });
  return 'settled';
}

interface Attempt {
  outcome: DigestOutcome;
  /** What was mailed, or was to be; null when it did not come to that. */
  told: Told | null;
}

/** Null when it is unknown whether the mail went out. Before it is handed over nothing can be. */
async function attempt(parts: DeliveryParts, id: string, digest: Digest): Promise<Attempt | null> {
  const { uid } = digest;
  let mail: OutgoingMail;
  let sections: Digest['sections'];
  try {
    const checked = await whatIsWanted(parts, digest);
    if (checked.kind === 'cancel') return { outcome: checked, told: null };
    sections = checked.sections;
    const composed = await parts.compose({ ...digest, sections }, checked.timeZone);
    mail = { ...composed, to: checked.email, digestId: id, uid };
  } catch (error) {
    log('error', 'digest-not-prepared', { digestId: id, uid, error: stackOf(error) });
    return { outcome: { kind: 'unavailable', code: 'internal' }, told: null };
  }
  const sent = await parts.mailer.send(mail);
  const outcome = digestOutcome(sent);
  return outcome && { outcome, told: { subject: mail.subject, sections } };
}

/** The sections that are still wanted, the address and time zone they go to, or why nothing is sent. */
async function whatIsWanted(
  { store, findRecipient, isSuppressed }: DeliveryParts,
  { uid, sections }: Digest,
): Promise<
  | { kind: 'send'; email: string; timeZone: string; sections: Digest['sections'] }
  | { kind: 'cancel'; reason: CancelReason }
> {
  const cancel = (reason: CancelReason) => ({ kind: 'cancel', reason }) as const;
  const [recipient, [preferences], active] = await Promise.all([
    findRecipient(uid),
    store.preferencesOf([uid]),
    store.stillActive(
      uid,
      sections.map(({ alertId }) => alertId),
    ),
  ]);
  if (recipient === null) return cancel('no-account');
  if (preferences?.cadence === 'paused') return cancel('paused');
  const wanted = sections.filter(({ alertId }) => active.has(alertId));
  if (wanted.length === 0) return cancel('nothing-left');
  const { email, emailVerified } = recipient;
  if (!email) return cancel('no-address');
  if (!emailVerified) return cancel('unverified');
  if (await isSuppressed(email)) return cancel('suppressed');
  const { timeZone } = preferences ?? DEFAULT_PREFERENCES;
  return { kind: 'send', email, timeZone, sections: wanted };
}

async function record(
  { store, now }: DeliveryParts,
  id: string,
  claimed: Digest,
  { outcome, told }: Attempt,
): Promise<DeliveryResult> {
  const { attempt } = claimed;
  const digest = await store.changeDigest(id, (found) =>
    changeBy(step(found, { ...outcome, attempt }, now()), found, told),
  );
  const code = digest?.code ?? null;
  log(outcome.kind === 'rejected' ? 'error' : 'info', `digest-${outcome.kind}`, {
    digestId: id,
    uid: claimed.uid,
    attempt,
    code,
  });
  return outcome.kind === 'unavailable' ? 'later' : 'settled';
}

function changeBy(taken: Step, digest: Digest, told: Told | null): DigestChange | null {
  if (taken.kind !== 'moved') return null;
  const after: Digest & DigestProgress = { ...digest, ...taken.to };
  return { digest: after, record: deliveryRecord(after, told) };
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : typeof error;
}
