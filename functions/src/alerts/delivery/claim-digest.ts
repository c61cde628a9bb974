import type { Channel } from '../../contract/index.ts';
import { log } from '../../platform/log.ts';
import { channelAfterTry, type TryEnd } from '../outbox/channel-change.ts';
import type { DeliveryAnswer, Digest, SentMail } from '../outbox/digest.ts';
import {
  type DigestEvent,
  type DigestOutcome,
  type Obstacle,
  type Step,
  step,
} from '../outbox/digest-progress.ts';
import { messageTries } from '../outbox/message-tries.ts';
import type { DigestChange, OutboxStore } from '../outbox/outbox-store.ts';
import { pairsToUndo } from '../outbox/undo-sent-log.ts';
import { deliveryRecord } from './delivery-record.ts';

export interface ClaimParts {
  store: OutboxStore;
  deliverAt: (id: string, atMs: number) => Promise<void>;
  now: () => number;
}

/** `settled`: the task is done. `later`: the task must be retried. */
export type DeliveryResult = 'settled' | 'later';

/**
 * Claims a digest, or with `onlyLook` only reads it; returns it if it is to be sent. One that is too old or was
 * tried too often fails; a message whose channel is off or gone is cancelled.
 */
export async function claim(
  parts: Pick<ClaimParts, 'store' | 'now'>,
  id: string,
  { onlyLook }: { onlyLook: boolean },
): Promise<Digest | DeliveryResult> {
  const { store, now } = parts;
  let decided: Step = { kind: 'ignored' };
  const digest = await store.changeDigest(id, (found, channel) => {
    decided = stepOf(found, cancelled(found, channel, now()) ?? { kind: 'claim' }, now());
    const isToBeSent = decided.kind === 'moved' && decided.to.state === 'sending';
    return onlyLook && isToBeSent ? null : changeBy(decided, found, { channel, now });
  });
  // TypeScript cannot know that the callback has run.
  const taken = decided as Step;
  if (digest === null || taken.kind === 'ignored') return 'settled';
  if (taken.kind === 'busy') return 'later';
  // The lease of a dead sender has expired; the digest is queued again.
  if (taken.to.state === 'queued') return claim(parts, id, { onlyLook });
  if (digest.state === 'cancelled') logged('cancel', id, digest);
  else if (digest.state !== 'failed') return digest;
  else if (digest.channel !== undefined) logged('failed', id, digest);
  else log('error', 'digest-failed', { digestId: id, uid: digest.uid, code: digest.code });
  return 'settled';
}

/** The end of a message whose channel takes none any more; null as long as it does. */
function cancelled(digest: Digest, channel: Channel | null, nowMs: number): DigestEvent | null {
  if (digest.channel === undefined || channel?.state === 'on') return null;
  // A message being sent is left to its sender, or to the end of its lease.
  if (digest.state === 'sending' && nowMs < (digest.leaseUntilMs ?? 0)) return null;
  const reason = channel === null ? 'channel-gone' : 'channel-off';
  return { kind: 'cancel', reason, attempt: digest.attempt };
}

function stepOf(digest: Digest, event: DigestEvent, nowMs: number): Step {
  return step(digest, event, nowMs, messageTries(digest, nowMs));
}

/** What a sender learnt. `sent`: what the receiver has, or would have. */
export interface Attempt {
  outcome: DigestOutcome | Obstacle;
  sent: SentMail | null;
  answer?: DeliveryAnswer;
  end?: TryEnd;
}

export async function record(
  { store, now, deliverAt }: ClaimParts,
  id: string,
  seen: Digest,
  { outcome, sent, answer, end }: Attempt,
): Promise<DeliveryResult> {
  const { attempt } = seen;
  const digest = await store.changeDigest(id, (found, channel) => {
    const taken = stepOf(found, { ...outcome, attempt }, now());
    return changeBy(taken, found, { channel, now, sent, answer, end });
  });
  logged(outcome.kind, id, { ...(digest ?? seen), attempt });
  if (digest?.state !== 'queued' || digest.attempt !== attempt) return 'settled';
  if (digest.notBeforeMs === null) return 'later';
  await deliverAt(id, digest.notBeforeMs);
  return 'settled';
}

const LEVELS: Partial<Record<string, 'error' | 'warn'>> = {
  rejected: 'error',
  unknown: 'warn',
};

/** Receivers are others': their failures are no errors of ours. */
function logged(
  kind: (DigestOutcome | Obstacle)['kind'] | 'failed',
  id: string,
  { uid, attempt, code, channel, answer }: Digest,
): void {
  const fields = { digestId: id, uid, attempt, code };
  if (channel === undefined) log(LEVELS[kind] ?? 'info', `digest-${kind}`, fields);
  else {
    const { id: channelId, kind: channelKind } = channel;
    log('info', `message-${kind}`, { ...fields, channelId, channelKind, ...answer });
  }
}

interface Settling {
  channel: Channel | null;
  now: () => number;
  sent?: SentMail | null;
  answer?: DeliveryAnswer | undefined;
  end?: TryEnd | undefined;
}

export function changeBy(
  taken: Step,
  digest: Digest,
  { channel, now, sent = null, answer, end }: Settling,
): DigestChange | null {
  if (taken.kind !== 'moved') return null;
  const sections = taken.to.state === 'sent' && sent !== null ? sent.sections : digest.sections;
  // The digest keeps the sent sections; the pairs of the others leave the sent log.
  const after: Digest = { ...digest, ...taken.to, sections, ...(answer && { answer }) };
  return {
    digest: after,
    record: deliveryRecord(after, sent, channel),
    unmailed: pairsToUndo({ ...after, sections: digest.sections }, sent),
    channel: channel && end ? channelAfterTry(channel, end, now()) : null,
  };
}
