import { type Channel, DAY_MS } from '../../contract/index.ts';
import type { ChannelService } from '../../delivery/channels/served-channel.ts';
import { pauseMs } from './message-tries.ts';

/** A channel is switched off after failing for this time. */
export const SWITCHED_OFF_AFTER_MS = 5 * DAY_MS;

/** Fields of a channel to set; null removes the field. */
export interface ChannelChange {
  /** Either state also removes the channel's entry from `users/{uid}.channels`. */
  state?: 'gone' | 'failing';
  deliveredAtMs?: number;
  failingSinceMs?: number | null;
  failure?: string | null;
  pausedUntilMs?: number | null;
  underWay?: (ChannelService['underWay'] & {}) | null;
}

/** `reason` is a sentence for the person. */
export type TryEnd =
  | { kind: 'accepted' }
  | { kind: 'gone' }
  | {
      kind: 'failed';
      reason: string;
      /** True if the receiver may have the message. */
      isUnknown?: boolean;
      /** End of the pause that the receiver asked for, epoch milliseconds. */
      askedUntilMs?: number | undefined;
    };

const GONE = 'This address no longer exists (410).';

/** The changes of a channel after a try; null if nothing changes. */
export function channelAfterTry(
  channel: Pick<Channel, 'state' | 'failingSinceMs'>,
  end: TryEnd,
  nowMs: number,
): ChannelChange | null {
  if (end.kind === 'accepted') {
    return { deliveredAtMs: nowMs, failingSinceMs: null, failure: null, pausedUntilMs: null };
  }
  // A late answer says nothing about a channel that is off.
  if (channel.state !== 'on') return null;
  const failingSinceMs = channel.failingSinceMs ?? nowMs;
  if (end.kind === 'gone') return { state: 'gone', failingSinceMs, failure: GONE };
  const failingForMs = nowMs - failingSinceMs;
  const { askedUntilMs = 0, isUnknown = false, reason } = end;
  return {
    ...(failingForMs > SWITCHED_OFF_AFTER_MS && { state: 'failing' }),
    pausedUntilMs: Math.max(askedUntilMs, nowMs + pauseMs(failingForMs, isUnknown)),
    failingSinceMs,
    failure: reason,
  };
}
