import type { Channel } from '../../contract/index.ts';
import { log } from '../../platform/log.ts';
import type { TryEnd } from './channel-change.ts';
import type { Held } from '../../delivery/channels/channel-turns.ts';
import type { DeliveryAnswer, Digest, SentMail } from './digest.ts';
import {
  type DigestEvent,
  type DigestOutcome,
  GIVEN_UP,
  HALVED,
  type Obstacle,
  type Step,
  step,
} from './digest-progress.ts';
import { halfIds } from './halves.ts';
import { messageTries } from './message-tries.ts';
import type { DigestChange, OutboxStore } from './outbox-store.ts';
import { changeBy, type Settling } from './change-by.ts';
import { heldMessage, inItsTurn, nextMessage } from './message-turn.ts';
import { resolveRefusal } from './resolve-refusal.ts';

export interface ClaimParts {
  store: OutboxStore;
  deliverAt: (id: string, atMs: number) => Promise<void>;
  now: () => number;
}

/** `settled`: the task is done. `later`: the task must be retried. */
export type DeliveryResult = 'settled' | 'later';

/**
 * Claims a digest, or with `onlyLook` only reads it; returns the digest if it is to be sent. A digest that is
 * too old or was tried too often fails. A message is cancelled if its channel is deleted or not on, and
 * postponed while its receiver is paused or other messages of its channel are in turn.
 */
export async function claim(
  parts: ClaimParts,
  id: string,
  { onlyLook }: { onlyLook: boolean },
): Promise<Digest | DeliveryResult> {
  const { store, now, deliverAt } = parts;
  let decided: Step = { kind: 'ignored' };
  let held: Held | null = null;
  let next: readonly string[] = [];
  const digest = await store.changeDigest(id, (found, channel) => {
    const end = cancelled(found, channel, now());
    held = end === null ? heldMessage(id, found, channel, now()) : null;
    const claimed = inItsTurn(id, found, channel);
    decided =
      held === null ? stepOf(claimed, end ?? { kind: 'claim' }, now()) : wait(found, held, now());
    const isToBeSent = decided.kind === 'moved' && decided.to.state === 'sending';
    const change =
      onlyLook && isToBeSent
        ? null
        : changeBy(decided, found, { id, channel, now, isHeld: held !== null });
    next =
      decided.kind === 'ignored' || change !== null
        ? nextOf(id, found, { channel, change, now })
        : [];
    return change;
  });
  // TypeScript cannot know that the callback has run.
  const taken = decided as Step;
  const waits = held as Held | null;
  if (digest !== null && waits !== null) {
    // A message that waits for its turn needs no task: the message sent before it queues one.
    if (waits.reason === 'receiver-paused' && taken.kind === 'moved') {
      await deliverAt(id, waits.untilMs);
    }
    return 'settled';
  }
  if (digest === null || taken.kind === 'ignored') {
    await wake(parts, next);
    return 'settled';
  }
  if (taken.kind === 'busy') return 'later';
  // The lease of a dead sender has expired; the digest is queued again.
  if (taken.to.state === 'queued') return claim(parts, id, { onlyLook });
  if (digest.state === 'cancelled') logged('cancel', id, digest);
  else if (digest.state !== 'failed') return digest;
  else if (digest.channel !== undefined) logged('failed', id, digest);
  else log('error', 'digest-failed', { digestId: id, uid: digest.uid, code: digest.code });
  await wake(parts, next);
  return 'settled';
}

/** Postpones a message that may not be sent yet, unless it is postponed already. */
function wait(digest: Digest, { reason, untilMs }: Held, nowMs: number): Step {
  if ((digest.notBeforeMs ?? 0) > nowMs) return { kind: 'ignored' };
  const { attempt } = digest;
  return stepOf(digest, { kind: 'postpone', reason, notBeforeMs: untilMs, attempt }, nowMs);
}

/** Ids of the digests to deliver after this one: the halves of a mail, or the next message of the channel. */
function nextOf(
  id: string,
  found: Digest,
  { channel, change, now }: Pick<Settling, 'channel' | 'now'> & { change: DigestChange | null },
): string[] {
  if (found.channel === undefined) {
    return (change?.digest ?? found).code === HALVED ? halfIds(id) : [];
  }
  const next = nextMessage(id, channel, change?.channel, now());
  return next === null ? [] : [next];
}

async function wake({ deliverAt, now }: ClaimParts, ids: readonly string[]): Promise<void> {
  for (const id of ids) await deliverAt(id, now());
}

/** The event that cancels a message whose channel is deleted or not on; null if it is not to be cancelled. */
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

/**
 * Result of a try. `sent`: the mail or message that the receiver has, or would have if it had accepted it.
 * `refused`: the receiver refused the content, or the last try failed; `outcome` and `end` then apply only if
 * the digest is neither halved nor given up.
 */
export interface Attempt {
  outcome: DigestOutcome | Obstacle;
  sent: SentMail | null;
  answer?: DeliveryAnswer;
  end?: TryEnd;
  refused?: 'content' | 'at-last' | undefined;
  /** For a refused mail: true if the service accepted another one since. */
  othersTaken?: boolean;
}

export async function record(
  parts: ClaimParts,
  id: string,
  seen: Digest,
  { outcome, sent, answer, end, refused, othersTaken = false }: Attempt,
): Promise<DeliveryResult> {
  const { store, now, deliverAt } = parts;
  const { attempt } = seen;
  let next: readonly string[] = [];
  const digest = await store.changeDigest(id, (found, channel, planned) => {
    const settling = { id, channel, now, sent, answer, end, planned };
    const about =
      refused === undefined
        ? { event: outcome }
        : resolveRefusal(found, {
            id,
            outcome,
            end,
            refused,
            othersTaken,
            channel,
            planned,
            nowMs: now(),
          });
    const taken = stepOf(found, { ...about.event, attempt }, now());
    const change = changeBy(taken, found, { ...settling, ...about });
    next = change === null ? [] : nextOf(id, found, { channel, change, now });
    return change;
  });
  logged(kindOf(digest, outcome), id, { ...(digest ?? seen), attempt });
  const isWaiting = digest?.state === 'queued' && digest.attempt === attempt;
  if (isWaiting && digest.notBeforeMs === null) return 'later';
  if (isWaiting && digest.notBeforeMs !== null) await deliverAt(id, digest.notBeforeMs);
  await wake(parts, next);
  return 'settled';
}

function kindOf(digest: Digest | null, { kind }: DigestOutcome | Obstacle): Logged {
  return digest?.code === HALVED || digest?.code === GIVEN_UP ? digest.code : kind;
}

const LEVELS: Partial<Record<string, 'error' | 'warn'>> = {
  rejected: 'error',
  [GIVEN_UP]: 'warn',
  unknown: 'warn',
};

type Logged = (DigestOutcome | Obstacle)['kind'] | 'failed' | typeof HALVED | typeof GIVEN_UP;

/** Failures of a channel are logged as `info`, because its receiver is run by somebody else. */
function logged(kind: Logged, id: string, { uid, attempt, code, channel, answer }: Digest): void {
  const fields = { digestId: id, uid, attempt, code };
  if (channel === undefined) log(LEVELS[kind] ?? 'info', `digest-${kind}`, fields);
  else {
    const { id: channelId, kind: channelKind } = channel;
    log('info', `message-${kind}`, { ...fields, channelId, channelKind, ...answer });
  }
}
