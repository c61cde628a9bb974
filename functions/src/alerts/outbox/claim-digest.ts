import { type Channel, MINUTE_MS } from '../../contract/index.ts';
import { log } from '../../platform/log.ts';
import { type Held, heldBy, type ServedChannel } from '../../delivery/channels/served-channel.ts';
import type { TryEnd } from './channel-change.ts';
import type { DeliveryAnswer, Digest, SentMail } from './digest.ts';
import {
  type DigestEvent,
  type DigestOutcome,
  type Obstacle,
  type Step,
  step,
} from './digest-progress.ts';
import { messageTries } from './message-tries.ts';
import type { OutboxStore } from './outbox-store.ts';
import { changeBy } from './change-by.ts';

export interface ClaimParts {
  store: OutboxStore;
  deliverAt: (id: string, atMs: number) => Promise<void>;
  now: () => number;
}

/** `settled`: the task is done. `later`: Cloud Tasks must retry the task. */
export type DeliveryResult = 'settled' | 'later';

/**
 * Claims a digest for sending; with `onlyLook` only checks whether it can be claimed. Fails a digest that is
 * too old. Cancels a message if its channel is deleted or off, and defers it while the receiver is paused or
 * another message of the channel is being sent.
 */
export async function claim(
  parts: ClaimParts,
  id: string,
  { onlyLook }: { onlyLook: boolean },
): Promise<Digest | DeliveryResult> {
  const { store, now, deliverAt } = parts;
  let decided: Step = { kind: 'ignored' };
  let held: Held | null = null;
  const digest = await store.changeDigest(id, (found, channel) => {
    const end = cancelled(found, channel, now());
    held = end === null ? heldMessage(id, found, channel, now()) : null;
    decided =
      held === null
        ? stepOf(due(found), end ?? { kind: 'claim' }, now())
        : wait(found, held, now());
    const isToBeSent = decided.kind === 'moved' && decided.to.state === 'sending';
    return onlyLook && isToBeSent ? null : changeBy(decided, found, { id, channel, now });
  });
  // TypeScript does not see that the callback was called.
  const taken = decided as Step;
  const waits = held as Held | null;
  if (digest === null) return 'settled';
  if (waits !== null) {
    // Without a state change, a task for the end of the pause already exists. This may be that task, started
    // early by a clock that is ahead.
    const isNew = waits.reason === 'other-under-way' || taken.kind === 'moved';
    if (isNew) await deliverAt(id, waits.untilMs);
    else if (waits.untilMs - now() < MINUTE_MS) return 'later';
    return 'settled';
  }
  if (taken.kind === 'ignored') return 'settled';
  if (taken.kind === 'busy') return 'later';
  // The lease of a crashed sender expired, so the digest is queued again.
  if (taken.to.state === 'queued') return claim(parts, id, { onlyLook });
  if (digest.state === 'cancelled') logged('cancel', id, digest);
  else if (digest.state !== 'failed') return digest;
  else if (digest.channel !== undefined) logged('failed', id, digest);
  else log('error', 'digest-failed', { digestId: id, uid: digest.uid, code: digest.code });
  return 'settled';
}

function heldMessage(
  id: string,
  digest: Digest,
  channel: ServedChannel | null,
  nowMs: number,
): Held | null {
  if (channel === null || digest.channel === undefined || digest.state !== 'queued') return null;
  if (messageTries(digest)?.isOver(digest, nowMs) === true) return null;
  return heldBy(channel, id, nowMs);
}

/** Messages ignore `notBeforeMs`: only the channel's pause counts, and its owner may have ended it. */
function due(digest: Digest): Digest {
  const isMessage = digest.channel !== undefined && digest.state === 'queued';
  return isMessage ? { ...digest, notBeforeMs: null } : digest;
}

function wait(digest: Digest, { reason, untilMs }: Held, nowMs: number): Step {
  const isNoted = (digest.notBeforeMs ?? 0) > nowMs;
  if (reason === 'other-under-way' || isNoted) return { kind: 'ignored' };
  const { attempt } = digest;
  return stepOf(digest, { kind: 'postpone', reason, notBeforeMs: untilMs, attempt }, nowMs);
}

function cancelled(digest: Digest, channel: Channel | null, nowMs: number): DigestEvent | null {
  if (digest.channel === undefined || channel?.state === 'on') return null;
  // A message that is being sent is left to its sender until the lease expires.
  if (digest.state === 'sending' && nowMs < (digest.leaseUntilMs ?? 0)) return null;
  const reason = channel === null ? 'channel-gone' : 'channel-off';
  return { kind: 'cancel', reason, attempt: digest.attempt };
}

function stepOf(digest: Digest, event: DigestEvent, nowMs: number): Step {
  return step(digest, event, nowMs, messageTries(digest));
}

/** Result of an attempt. `sent` is what was submitted, even if it was not accepted. */
export interface Attempt {
  outcome: DigestOutcome | Obstacle;
  sent: SentMail | null;
  answer?: DeliveryAnswer;
  end?: TryEnd;
  /**
   * True if the content was refused: the next attempt sends the plain form. If `sent` was already plain,
   * `outcome` and `end` apply.
   */
  isRefused?: boolean;
}

export async function record(
  parts: ClaimParts,
  id: string,
  seen: Digest,
  attempt: Attempt,
): Promise<DeliveryResult> {
  const { store, now, deliverAt } = parts;
  const { sent, answer } = attempt;
  const isPlainNext = attempt.isRefused === true && sent?.isPlain !== true;
  const outcome: Attempt['outcome'] =
    isPlainNext && 'reason' in attempt.outcome
      ? { kind: 'unavailable', reason: attempt.outcome.reason, notBeforeMs: now() }
      : attempt.outcome;
  const end = isPlainNext ? undefined : attempt.end;
  const digest = await store.changeDigest(id, (found, channel) => {
    const taken = stepOf(found, { ...outcome, attempt: seen.attempt }, now());
    return changeBy(taken, found, { id, channel, now, sent, answer, end, isPlain: isPlainNext });
  });
  logged(isPlainNext ? 'refused' : outcome.kind, id, {
    ...(digest ?? seen),
    attempt: seen.attempt,
  });
  const isWaiting = digest?.state === 'queued' && digest.attempt === seen.attempt;
  if (isWaiting && digest.notBeforeMs === null) return 'later';
  if (isWaiting && digest.notBeforeMs !== null) await deliverAt(id, digest.notBeforeMs);
  return 'settled';
}

const LEVELS: Partial<Record<string, 'error' | 'warn'>> = {
  rejected: 'error',
  refused: 'warn',
  unknown: 'warn',
};

type Logged = (DigestOutcome | Obstacle)['kind'] | 'failed' | 'refused';

/** Failures of channels are `info`: somebody else operates the receiver. */
function logged(kind: Logged, id: string, { uid, attempt, code, channel, answer }: Digest): void {
  const fields = { digestId: id, uid, attempt, code };
  if (channel === undefined) log(LEVELS[kind] ?? 'info', `digest-${kind}`, fields);
  else {
    const { id: channelId, kind: channelKind } = channel;
    log('info', `message-${kind}`, { ...fields, channelId, channelKind, ...answer });
  }
}
