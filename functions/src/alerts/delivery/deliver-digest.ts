import type { DigestReport } from '../../mail/transport/mail-reports.ts';
import type { Mailer, SendOutcome } from '../../mail/transport/mailer.ts';
import { log } from '../../platform/log.ts';
import type { Digest, SentMail } from '../outbox/digest.ts';
import { type DigestOutcome, type Obstacle, type Step, step } from '../outbox/digest-progress.ts';
import type { DeliveryRecord, DigestChange } from '../outbox/outbox-store.ts';
import { type PreparationParts, prepareDigest } from './prepare-digest.ts';
import type { ServicePause } from './service-pause.ts';
import { pairsToUndo } from '../outbox/undo-sent-log.ts';
import { alertFields, DELIVERY_EPISODES, mailedEpisodeSchema } from '../../contract/index.ts';
import { digestSubject } from '../../mail/digest/digest-subject.ts';

/** Nobody is left to read the history, or its person has changed what was to be sent. */
const WITHOUT_RECORD = ['no-account', 'nothing-left', 'changed', 'less-often'];

/**
 * The entry of a settled digest in its person's history; null while it is on its way, and for the codes
 * {@link WITHOUT_RECORD}.
 * @param mailed Null when nothing was mailed: then the entry lists what would have been.
 */
export function deliveryRecord(digest: Digest, mailed: SentMail | null): DeliveryRecord | null {
  const { state, code, finishedAtMs } = digest;
  const { sections } = mailed ?? digest;
  if (state === 'queued' || state === 'sending' || finishedAtMs === null) return null;
  if (WITHOUT_RECORD.includes(code ?? '')) return null;
  return {
    state,
    atMs: finishedAtMs,
    subject: mailed?.subject ?? digestSubject({ alerts: sections }),
    code,
    alerts: sections.map(({ alertId, episodes, moreCount, ...section }) => ({
      alertId,
      ...alertFields(section),
      count: episodes.length + moreCount,
      episodes: episodes
        .slice(0, DELIVERY_EPISODES)
        .map((episode) => mailedEpisodeSchema.parse(episode)),
    })),
  };
}

export interface DeliveryParts extends PreparationParts {
  mailer: Mailer;
  pause: ServicePause;
  /** Has the digest delivered at a later moment, epoch milliseconds. */
  deliverAt: (id: string, atMs: number) => Promise<void>;
  now: () => number;
}

/** `settled`: nothing is left to do here and now. `later`: try again. */
export type DeliveryResult = 'settled' | 'later';

/**
 * Mails one digest: looks at the sources of truth whether it is still wanted, makes the mail, claims
 * the digest, hands the mail over outside every transaction, records what became of it. Safe to call at
 * any time, any number of times and side by side: a mail goes out twice only when its sender died, or
 * heard nothing, between claiming and recording. One that perhaps went out is sent again only to a
 * service that answers: during an outage it would gain nothing but another perhaps.
 */
export async function deliverDigest(parts: DeliveryParts, id: string): Promise<DeliveryResult> {
  const found = await claim(parts, id, { onlyLook: true });
  if (found === 'settled' || found === 'later') return found;
  const prepared = pausedUntil(parts) ?? (await prepareDigest(parts, id, found));
  if (prepared.kind !== 'ready') return record(parts, id, found, prepared, null);
  if (found.takeovers > 0 && !(await parts.mailer.isThere())) {
    const notBeforeMs = parts.pause.pauseFor(0, parts.now());
    const away = { kind: 'postpone', reason: 'mail-service-away', notBeforeMs } as const;
    return record(parts, id, found, away, null);
  }

  const claimed = await claim(parts, id, { onlyLook: false });
  if (claimed === 'settled' || claimed === 'later') return claimed;
  const { mail, sections } = prepared;
  const outcome = outcomeOf(parts, await parts.mailer.send(mail));
  return record(parts, id, claimed, outcome, { subject: mail.subject, sections });
}

/**
 * Takes down what the mail service reports of a digest's mail. Answers with whether that changed anything:
 * what came back goes into a later digest, what was perhaps sent is not sent again. Safe to repeat.
 */
export async function settleReport(
  { store, now }: Pick<DeliveryParts, 'store' | 'now'>,
  id: string,
  report: DigestReport,
): Promise<boolean> {
  let taken: Step = { kind: 'ignored' };
  await store.changeDigest(id, (found) => {
    taken = step(found, report, now());
    return changeBy(taken, found, null);
  });
  return (taken as Step).kind === 'moved';
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
  parts: DeliveryParts,
  id: string,
  { onlyLook }: { onlyLook: boolean },
): Promise<Digest | 'settled' | 'later'> {
  const { store, now } = parts;
  let decided: Step = { kind: 'ignored' };
  const digest = await store.changeDigest(id, (found) => {
    decided = step(found, { kind: 'claim' }, now());
    const isToBeSent = decided.kind === 'moved' && decided.to.state === 'sending';
    return onlyLook && isToBeSent ? null : changeBy(decided, found, null);
  });
  // The callback has run by now, which the compiler cannot know.
  const taken = decided as Step;
  if (digest === null || taken.kind === 'ignored') return 'settled';
  if (taken.kind === 'busy') return 'later';
  // Its last sender died: now that this is written down, it is like any other that waits.
  if (taken.to.state === 'queued') return claim(parts, id, { onlyLook });
  if (digest.state !== 'failed') return digest;
  log('error', 'digest-failed', { digestId: id, uid: digest.uid, code: digest.code });
  return 'settled';
}

function outcomeOf({ pause, now }: DeliveryParts, sent: SendOutcome): DigestOutcome {
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

/** @param seen The digest as it was claimed, or looked at when it was not. */
async function record(
  parts: DeliveryParts,
  id: string,
  seen: Digest,
  outcome: DigestOutcome | Obstacle,
  mailed: SentMail | null,
): Promise<DeliveryResult> {
  const { store, now, deliverAt } = parts;
  const { attempt, uid } = seen;
  const digest = await store.changeDigest(id, (found) =>
    changeBy(step(found, { ...outcome, attempt }, now()), found, mailed),
  );
  const code = digest?.code ?? null;
  log(LEVELS[outcome.kind] ?? 'info', `digest-${outcome.kind}`, {
    digestId: id,
    uid,
    attempt,
    code,
  });
  if (digest?.state !== 'queued' || digest.attempt !== attempt) return 'settled';
  if (digest.notBeforeMs === null) return 'later';
  await deliverAt(id, digest.notBeforeMs);
  return 'settled';
}

const LEVELS: Partial<Record<(DigestOutcome | Obstacle)['kind'], 'error' | 'warn'>> = {
  rejected: 'error',
  unknown: 'warn',
};

function changeBy(taken: Step, digest: Digest, mailed: SentMail | null): DigestChange | null {
  if (taken.kind !== 'moved') return null;
  const sections = taken.to.state === 'sent' && mailed !== null ? mailed.sections : digest.sections;
  // The sections as mailed; those that were not mailed leave the sent log.
  const after: Digest = { ...digest, ...taken.to, sections };
  return {
    digest: after,
    record: deliveryRecord(after, mailed),
    unmailed: pairsToUndo({ ...after, sections: digest.sections }, mailed),
  };
}
