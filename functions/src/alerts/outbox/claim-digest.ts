import { type Channel, MINUTE_MS } from '../../contract/index.ts';
import { log } from '../../platform/log.ts';
import { type Held, heldBy, type ServedChannel } from '../../delivery/channels/served-channel.ts';
import type { BlockedShows } from './blocked-matches.ts';
import { type ChannelChange, channelAfterTry, type TryEnd } from './channel-change.ts';
import type { DeliveryAnswer, Digest, SentMail } from './digest.ts';
import {
  type DigestEvent,
  type DigestOutcome,
  type Obstacle,
  type Step,
  step,
} from './digest-progress.ts';
import { messageTries } from './message-tries.ts';
import type { DigestChange, OutboxStore } from './outbox-store.ts';
import { unmailedSections } from './undo-sent-log.ts';
import { deliveryRecord } from './delivery-record.ts';

export interface ClaimParts {
  store: OutboxStore;
  deliverAt: (id: string, atMs: number) => Promise<void>;
  blockedShows: () => Promise<BlockedShows>;
  now: () => number;
}

/** `settled` ends the task. `later` makes Cloud Tasks retry it. */
export type DeliveryResult = 'settled' | 'later';

/**
 * Claims a digest for sending; `onlyLook` only checks whether this is possible. Digests that are too old
 * fail. Messages are cancelled if their channel is deleted or off, and deferred while it is paused or sends
 * another message.
 */
export async function claim(
  parts: Omit<ClaimParts, 'blockedShows'>,
  id: string,
  { onlyLook }: { onlyLook: boolean },
): Promise<Digest | DeliveryResult> {
  const { store, now, deliverAt } = parts;
  let decided: Step = { kind: 'ignored' };
  let deferral: Held | null = null;
  const digest = await store.changeDigest(id, (found, channel) => {
    const end = cancellationOf(found, channel, now());
    deferral = end === null ? deferralOf(id, found, channel, now()) : null;
    decided =
      deferral === null
        ? stepOf(withoutDelay(found), end ?? { kind: 'claim' }, now())
        : deferMessage(found, deferral, now());
    const isToBeSent = decided.kind === 'moved' && decided.to.state === 'sending';
    return onlyLook && isToBeSent ? null : changeAfter(decided, found, { id, channel, now });
  });
  // TypeScript does not notice that the callback assigned these.
  const taken = decided as Step;
  const deferred = deferral as Held | null;
  if (digest === null) return 'settled';
  if (deferred !== null) {
    // If the state did not change, a task for the end of the pause already exists. This may be that task,
    // started early by a clock that is ahead.
    const isNew = deferred.reason === 'other-under-way' || taken.kind === 'moved';
    if (isNew) await deliverAt(id, deferred.untilMs);
    else if (deferred.untilMs - now() < MINUTE_MS) return 'later';
    return 'settled';
  }
  if (taken.kind === 'ignored') return 'settled';
  if (taken.kind === 'busy') return 'later';
  // The lease of a crashed sender expired, so the digest is queued again.
  if (taken.to.state === 'queued') return claim(parts, id, { onlyLook });
  if (digest.state === 'cancelled') logDelivery('cancel', id, digest);
  else if (digest.state !== 'failed') return digest;
  else if (digest.channel !== undefined) logDelivery('failed', id, digest);
  else log('error', 'digest-failed', { digestId: id, uid: digest.uid, code: digest.code });
  return 'settled';
}

function deferralOf(
  id: string,
  digest: Digest,
  channel: ServedChannel | null,
  nowMs: number,
): Held | null {
  if (channel === null || digest.channel === undefined || digest.state !== 'queued') return null;
  if (messageTries(digest)?.isOver(digest, nowMs) === true) return null;
  return heldBy(channel, id, nowMs);
}

/** Messages ignore `notBeforeMs`, because the owner may have ended the channel's pause. */
function withoutDelay(digest: Digest): Digest {
  const isMessage = digest.channel !== undefined && digest.state === 'queued';
  return isMessage ? { ...digest, notBeforeMs: null } : digest;
}

function deferMessage(digest: Digest, { reason, untilMs }: Held, nowMs: number): Step {
  const isDeferred = (digest.notBeforeMs ?? 0) > nowMs;
  if (reason === 'other-under-way' || isDeferred) return { kind: 'ignored' };
  const { attempt } = digest;
  return stepOf(digest, { kind: 'postpone', reason, notBeforeMs: untilMs, attempt }, nowMs);
}

function cancellationOf(
  digest: Digest,
  channel: Channel | null,
  nowMs: number,
): DigestEvent | null {
  if (digest.channel === undefined || channel?.state === 'on') return null;
  // Until its lease expires, the message is left to its sender.
  if (digest.state === 'sending' && nowMs < (digest.leaseUntilMs ?? 0)) return null;
  const reason = channel === null ? 'channel-gone' : 'channel-off';
  return { kind: 'cancel', reason, attempt: digest.attempt };
}

function stepOf(digest: Digest, event: DigestEvent, nowMs: number): Step {
  return step(digest, event, nowMs, messageTries(digest));
}

/** `sent` is the submitted mail or message, even if it was not accepted. */
export interface Attempt {
  outcome: DigestOutcome | Obstacle;
  sent: SentMail | null;
  answer?: DeliveryAnswer;
  end?: TryEnd;
  /** True if the content was refused, so that the plain form is sent next. Ignored if `sent` was plain. */
  isRefused?: boolean;
}

export async function record(
  parts: Omit<ClaimParts, 'blockedShows'>,
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
    return changeAfter(taken, found, { id, channel, now, sent, answer, end, isPlain: isPlainNext });
  });
  logDelivery(isPlainNext ? 'refused' : outcome.kind, id, {
    ...(digest ?? seen),
    attempt: seen.attempt,
  });
  const isWaiting = digest?.state === 'queued' && digest.attempt === seen.attempt;
  if (isWaiting && digest.notBeforeMs === null) return 'later';
  if (isWaiting && digest.notBeforeMs !== null) await deliverAt(id, digest.notBeforeMs);
  return 'settled';
}

interface Settling {
  id: string;
  channel: ServedChannel | null;
  now: () => number;
  sent?: SentMail | null;
  answer?: DeliveryAnswer | undefined;
  end?: TryEnd | undefined;
  isPlain?: boolean;
}

/** Null if nothing changes. */
export function changeAfter(taken: Step, digest: Digest, settling: Settling): DigestChange | null {
  if (taken.kind !== 'moved') return null;
  const { sent = null, answer, channel, isPlain = false } = settling;
  const sections = taken.to.state === 'sent' && sent !== null ? sent.sections : digest.sections;
  const own = channel === null ? null : channelChange(digest, taken.to, channel, settling);
  const isPaused = taken.to.state === 'queued' && typeof own?.pausedUntilMs === 'number';
  // The digest retains only the sections that were sent. The other sections' pairs leave the sent log.
  const after: Digest = {
    ...digest,
    ...taken.to,
    sections,
    ...(isPaused && { notBeforeMs: own.pausedUntilMs ?? null }),
    ...(answer && { answer }),
    ...(isPlain && { isPlain }),
  };
  return {
    digest: after,
    record: deliveryRecord(after, sent, channel),
    unmailed: unmailedSections({ ...after, sections: digest.sections }, sent),
    channel: own,
  };
}

function channelChange(
  before: Digest,
  { state, leaseUntilMs }: Pick<Digest, 'state' | 'leaseUntilMs'>,
  channel: ServedChannel,
  { id, now, end }: Settling,
): ChannelChange | null {
  const isOwn = channel.underWay?.id === id;
  const tried = end === undefined ? null : channelAfterTry(channel, end, now());
  if (state === 'sending') return { underWay: { id, untilMs: leaseUntilMs ?? now() } };
  if (!isOwn) return tried;
  if (state !== 'queued') return { ...tried, underWay: null };
  return before.state === 'queued' ? tried : { ...tried, underWay: { id, untilMs: now() } };
}

const LEVELS: Partial<Record<string, 'error' | 'warn'>> = {
  rejected: 'error',
  refused: 'warn',
  unknown: 'warn',
};

type LoggedKind = (DigestOutcome | Obstacle)['kind'] | 'failed' | 'refused';

/** Failures of channels are `info`, because somebody else operates the receiver. */
function logDelivery(
  kind: LoggedKind,
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
