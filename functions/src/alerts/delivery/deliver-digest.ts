import type { Mailer, SendOutcome } from '../../mail/transport/mailer.ts';
import { log } from '../../platform/log.ts';
import { deliveryRecord, type Told } from './delivery-record.ts';
import type { Digest } from '../outbox/digest.ts';
import { type DigestOutcome, type Obstacle, type Step, step } from '../outbox/digest-progress.ts';
import type { DigestChange } from '../outbox/outbox-store.ts';
import { type PreparationParts, prepareDigest } from './prepare-digest.ts';
import type { ServicePause } from './service-pause.ts';
import { unmailedPairs } from '../outbox/unmailed-pairs.ts';

export interface DeliveryParts extends PreparationParts {
  mailer: Mailer;
  /** What the mail service asked of this process. */
  pause: ServicePause;
  /** Has the digest delivered at a later moment, epoch milliseconds. */
  deliverAt: (id: string, atMs: number) => Promise<void>;
  /** The present moment, epoch milliseconds. */
  now: () => number;
}

/**
 * `settled`: nothing is left to do here and now. `later`: try again. `unknown`: whether the mail went
 * out is not known; the schedule takes it up when the lease is over.
 */
export type DeliveryResult = 'settled' | 'later' | 'unknown';

/**
 * Mails one digest: looks at the sources of truth whether it is still wanted, makes the mail, claims
 * the digest, hands the mail over outside every transaction, records what became of it. Safe to call at
 * any time, any number of times and side by side: a mail goes out twice only when its sender died, or
 * heard nothing, between claiming and recording.
 */
export async function deliverDigest(parts: DeliveryParts, id: string): Promise<DeliveryResult> {
  const found = await claim(parts, id, { onlyLook: true });
  if (found === 'settled' || found === 'later') return found;
  const prepared = pausedUntil(parts) ?? (await prepareDigest(parts, id, found));
  if (prepared.kind !== 'ready') return record(parts, id, found, prepared, null);

  const claimed = await claim(parts, id, { onlyLook: false });
  if (claimed === 'settled' || claimed === 'later') return claimed;
  const { mail, sections } = prepared;
  const outcome = outcomeOf(parts, await parts.mailer.send(mail));
  if (outcome === null) {
    log('warn', 'digest-outcome-unknown', { digestId: id, attempt: claimed.attempt });
    return 'unknown';
  }
  return record(parts, id, claimed, outcome, { subject: mail.subject, sections });
}

function pausedUntil({ pause, now }: DeliveryParts): Obstacle | null {
  const notBeforeMs = pause.untilMs(now());
  if (notBeforeMs === null) return null;
  return { kind: 'postpone', reason: 'mail-service-paused', notBeforeMs };
}

/**
 * The digest when it is to be sent, claimed unless `onlyLook`. What is past sending is settled either
 * way.
 */
async function claim(
  { store, now }: DeliveryParts,
  id: string,
  { onlyLook }: { onlyLook: boolean },
): Promise<Digest | 'settled' | 'later'> {
  let decided: Step = { kind: 'ignored' };
  const digest = await store.changeDigest(id, (found) => {
    decided = step(found, { kind: 'claim' }, now());
    const isToBeSent = decided.kind === 'moved' && decided.to.state === 'sending';
    return onlyLook && isToBeSent ? null : changeBy(decided, found, null);
  });
  // The callback has run by now, which the compiler cannot know.
  const { kind } = decided as Step;
  if (digest === null || kind === 'ignored') return 'settled';
  if (kind === 'busy') return 'later';
  if (digest.state !== 'failed') return digest;
  log('error', 'digest-failed', { digestId: id, uid: digest.uid, code: digest.code });
  return 'settled';
}

/** What the mail service's answer means for a claim; null when the mail was perhaps sent. */
function outcomeOf({ pause, now }: DeliveryParts, sent: SendOutcome): DigestOutcome | null {
  switch (sent.kind) {
    case 'accepted':
      pause.answered();
      return sent;
    case 'rejected':
      return sent;
    case 'unavailable': {
      const { kind, reason, retryAfterMs } = sent;
      const notBeforeMs = retryAfterMs === null ? null : pause.asked(retryAfterMs, now());
      return { kind, reason, notBeforeMs };
    }
    case 'unknown':
      return null;
  }
}

/** @param seen The digest as it was claimed, or looked at when it was not. */
async function record(
  parts: DeliveryParts,
  id: string,
  seen: Digest,
  outcome: DigestOutcome | Obstacle,
  told: Told | null,
): Promise<DeliveryResult> {
  const { store, now, deliverAt } = parts;
  const { attempt, uid } = seen;
  const digest = await store.changeDigest(id, (found) =>
    changeBy(step(found, { ...outcome, attempt }, now()), found, told),
  );
  const code = digest?.code ?? null;
  log(outcome.kind === 'rejected' ? 'error' : 'info', `digest-${outcome.kind}`, {
    digestId: id,
    uid,
    attempt,
    code,
  });
  if (outcome.kind !== 'unavailable' && outcome.kind !== 'postpone') return 'settled';
  if (outcome.notBeforeMs === null) return 'later';
  await deliverAt(id, outcome.notBeforeMs);
  return 'settled';
}

function changeBy(taken: Step, digest: Digest, told: Told | null): DigestChange | null {
  if (taken.kind !== 'moved') return null;
  const after: Digest = { ...digest, ...taken.to };
  return {
    digest: after,
    record: deliveryRecord(after, told),
    unmailed: unmailedPairs(after, told),
  };
}
