import { type ChannelChange, channelAfterTry, type TryEnd } from './channel-change.ts';
import type { ServedChannel } from '../../delivery/channels/served-channel.ts';
import type { DeliveryAnswer, Digest, SentMail } from './digest.ts';
import type { Step } from './digest-progress.ts';
import type { DigestChange } from './outbox-store.ts';
import { unmailedSections } from './undo-sent-log.ts';
import { deliveryRecord } from './delivery-record.ts';

export interface Settling {
  id: string;
  channel: ServedChannel | null;
  now: () => number;
  sent?: SentMail | null;
  answer?: DeliveryAnswer | undefined;
  end?: TryEnd | undefined;
  isPlain?: boolean;
}

/** All writes that a step of a digest causes; null if nothing changes. */
export function changeBy(taken: Step, digest: Digest, settling: Settling): DigestChange | null {
  if (taken.kind !== 'moved') return null;
  const { sent = null, answer, channel, isPlain = false } = settling;
  const sections = taken.to.state === 'sent' && sent !== null ? sent.sections : digest.sections;
  const own = channel === null ? null : channelChange(digest, taken.to, channel, settling);
  const isPaused = taken.to.state === 'queued' && typeof own?.pausedUntilMs === 'number';
  // The digest retains only the sections that were sent; the pairs of the others leave the sent log.
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
