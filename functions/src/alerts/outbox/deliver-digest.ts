import type { DigestReport } from '../../delivery/mail/transport/mail-reports.ts';
import type { Mailer, SendOutcome } from '../../delivery/mail/transport/mailer.ts';
import type { Digest } from './digest.ts';
import { type DigestOutcome, type Obstacle, type Step, step } from './digest-progress.ts';
import { changeBy } from './change-by.ts';
import {
  type Attempt,
  claim,
  type ClaimParts,
  type DeliveryResult,
  record,
} from './claim-digest.ts';
import { type PreparationParts, prepareDigest } from './prepare-digest.ts';
import type { ServicePause } from './service-pause.ts';

export interface DeliveryParts extends PreparationParts, ClaimParts {
  mailer: Mailer;
  pause: ServicePause;
}

/**
 * Mails one digest. The digest is claimed right before the request to the mail service. Safe to repeat, also
 * concurrently: a mail goes out twice only if its sender died or got no answer before the outcome was
 * recorded. After such an unknown outcome the mail is sent again only if the mail service responds.
 */
export async function deliverDigest(parts: DeliveryParts, id: string): Promise<DeliveryResult> {
  const found = await claim(parts, id, { onlyLook: true });
  if (found === 'settled' || found === 'later') return found;
  const prepared = pausedUntil(parts) ?? (await prepareDigest(parts, id, found));
  if (prepared.kind !== 'ready') {
    return record(parts, id, found, { outcome: prepared, sent: null });
  }
  if (found.takeovers > 0 && !(await parts.mailer.isThere())) {
    const notBeforeMs = parts.pause.pauseFor(0, parts.now());
    const away = { kind: 'postpone', reason: 'mail-service-away', notBeforeMs } as const;
    return record(parts, id, found, { outcome: away, sent: null });
  }

  const claimed = await claim(parts, id, { onlyLook: false });
  if (claimed === 'settled' || claimed === 'later') return claimed;
  const { mail, sections } = prepared;
  const answer = await parts.mailer.send(mail);
  const othersTaken = answer.kind === 'refused' && (await areOthersTaken(parts, claimed));
  const sent = { subject: mail.subject, sections };
  return record(parts, id, claimed, { ...learntFrom(parts, answer), othersTaken, sent });
}

/** Applies the mail service's report about a digest; returns whether the digest changed. Safe to repeat. */
export async function settleReport(
  { store, now }: Pick<DeliveryParts, 'store' | 'now'>,
  id: string,
  report: DigestReport,
): Promise<boolean> {
  let taken: Step = { kind: 'ignored' };
  await store.changeDigest(id, (found) => {
    taken = step(found, report, now());
    return changeBy(taken, found, { id, channel: null, now });
  });
  return (taken as Step).kind === 'moved';
}

function pausedUntil({ pause, now }: DeliveryParts): Obstacle | null {
  const notBeforeMs = pause.untilMs(now());
  if (notBeforeMs === null) return null;
  return { kind: 'postpone', reason: 'mail-service-paused', notBeforeMs };
}

/** Whether the service accepted another mail since it first refused this one. */
async function areOthersTaken(
  { store }: DeliveryParts,
  { refusedAtMs, createdAtMs }: Digest,
): Promise<boolean> {
  if (refusedAtMs === undefined) return false;
  return store.tookMailSince(refusedAtMs, createdAtMs);
}

function learntFrom(parts: DeliveryParts, sent: SendOutcome): Pick<Attempt, 'outcome' | 'refused'> {
  if (sent.kind !== 'refused') return { outcome: outcomeOf(parts, sent) };
  return { outcome: { kind: 'rejected', reason: sent.reason }, refused: 'content' };
}

function outcomeOf(
  { pause, now }: DeliveryParts,
  sent: Exclude<SendOutcome, { kind: 'refused' }>,
): DigestOutcome {
  switch (sent.kind) {
    case 'accepted':
      pause.answered();
      return sent;
    case 'rejected':
      return sent;
    case 'unavailable': {
      const { kind, reason, retryAfterMs } = sent;
      const notBeforeMs = retryAfterMs === null ? null : pause.pauseFor(retryAfterMs, now());
      return { kind, reason, notBeforeMs };
    }
    case 'unknown':
      pause.pauseFor(0, now());
      return sent;
  }
}
