import { type ChannelChange, channelAfterTry, type TryEnd } from './channel-change.ts';
import type { ChannelWithTurns } from '../../delivery/channels/channel-turns.ts';
import type { DeliveryAnswer, Digest, SentMail } from './digest.ts';
import type { Step } from './digest-progress.ts';
import type { DigestChange } from './outbox-store.ts';
import { unmailedSections } from './undo-sent-log.ts';
import { deliveryRecord } from './delivery-record.ts';
import { turnsAfter } from './message-turn.ts';
import type { Refused } from './resolve-refusal.ts';

export interface Settling extends Partial<Omit<Refused, 'event' | 'end'>> {
  id: string;
  channel: ChannelWithTurns | null;
  now: () => number;
  sent?: SentMail | null;
  answer?: DeliveryAnswer | undefined;
  end?: TryEnd | undefined;
  /** If the digest is a half of a refused mail: the original digest. */
  planned?: Digest | null;
  /** True if the message may not be sent yet: others are in turn, or its receiver is paused. */
  isHeld?: boolean;
}

/**
 * The writes that a step of a digest causes: to the digest, its halves, the digest that it is a half of, the
 * history, the sent log and the channel. Null if nothing changes.
 */
export function changeBy(taken: Step, digest: Digest, settling: Settling): DigestChange | null {
  if (taken.kind !== 'moved') return null;
  const { sent = null, answer, channel, halves, halving, refusedAtMs, planned } = settling;
  const sections = taken.to.state === 'sent' && sent !== null ? sent.sections : digest.sections;
  // The digest keeps the sections that were sent; the pairs (scope, episode key) of the other sections leave
  // the sent log.
  const after: Digest = {
    ...digest,
    ...taken.to,
    sections,
    ...(answer && { answer }),
    ...(refusedAtMs !== undefined && { refusedAtMs }),
    ...(halving && digest.half === undefined && { halving }),
  };
  const isTaken = taken.to.state === 'sent' && digest.half !== undefined;
  return {
    digest: after,
    record: deliveryRecord(after, sent, channel),
    unmailed: unmailedSections({ ...after, sections: digest.sections }, sent),
    channel: channel === null ? null : channelChange(after, channel, settling),
    ...(halves && { halves }),
    ...(planned && {
      planned: isTaken ? { refusals: 0, takenAtMs: settling.now() } : halving,
    }),
  };
}

function channelChange(
  after: Digest,
  channel: ChannelWithTurns,
  { id, now, end, refusals, ...about }: Settling,
): ChannelChange | null {
  if (after.channel === undefined) return null;
  const turns = turnsAfter(id, after, channel, { ...about, nowMs: now() });
  return {
    ...(end && channelAfterTry(channel, end, now())),
    ...(refusals !== undefined && { refusals }),
    ...(turns && { turns }),
  };
}
