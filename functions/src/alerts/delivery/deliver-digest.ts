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

/** Codes without an entry in the history: the account is gone, or the person made the digest obsolete. */
const WITHOUT_RECORD = ['no-account', 'nothing-left', 'changed', 'less-often'];

/**
 * The history entry of a settled digest; null if not settled and for the codes {@link WITHOUT_RECORD}.
 * @param mailed Null if nothing was mailed: the entry then lists what the mail would have contained.
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
  deliverAt: (id: string, atMs: number) => Promise<void>;
  now: () => number;
}

/** `settled`: the task is done. `later`: the task must be retried. */
export type DeliveryResult = 'settled' | 'later';

/**
 * Mails one digest. The digest is claimed right before the request to the mail service. Safe to repeat, also
 * concurrently: a mail goes out twice only if its sender died or got no answer before the outcome was
 * recorded. After such an unknown outcome the mail is sent again only if the mail service responds.
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

/** Applies the mail service's report about a digest; returns whether the digest changed. Safe to repeat. */
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

/** Claims a digest, or with `onlyLook` only reads it; returns it if it is to be sent. Too old: it fails. */
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
  // TypeScript cannot know that the callback has run.
  const taken = decided as Step;
  if (digest === null || taken.kind === 'ignored') return 'settled';
  if (taken.kind === 'busy') return 'later';
  // The lease of a dead sender has expired; the digest is queued again.
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
  // The digest keeps the mailed sections; the pairs of the others leave the sent log.
  const after: Digest = { ...digest, ...taken.to, sections };
  return {
    digest: after,
    record: deliveryRecord(after, mailed),
    unmailed: pairsToUndo({ ...after, sections: digest.sections }, mailed),
  };
}
