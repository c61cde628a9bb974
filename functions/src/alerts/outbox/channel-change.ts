import { type Channel, DAY_MS } from '../../contract/index.ts';
import type { ChannelTurns } from '../../delivery/channels/channel-turns.ts';

/** A channel is switched off after failing for this time. */
export const SWITCHED_OFF_AFTER_MS = 5 * DAY_MS;

/** Fields of a channel to set; null removes the field. */
export interface ChannelChange {
  /** Either state also removes the channel's entry from `users/{uid}.channels`. */
  state?: 'gone' | 'failing';
  deliveredAtMs?: number;
  failingSinceMs?: number | null;
  failure?: string | null;
  turns?: ChannelTurns['turns'] & {};
  pausedUntilMs?: number | null;
  restsUntilMs?: number | null;
  refusals?: number;
}

/** `reason` is a sentence for the person. */
export type TryEnd =
  | { kind: 'accepted' }
  | { kind: 'gone' }
  /** One episode is refused, and others are taken: the channel works. */
  | { kind: 'given-up' }
  | {
      kind: 'failed';
      reason: string;
      /** End of the pause that the receiver asked for, epoch milliseconds. */
      pausedUntilMs?: number | undefined;
      /** Next try at a receiver that refuses everything, epoch milliseconds. */
      restsUntilMs?: number | undefined;
    };

const GONE = 'This address no longer exists (410).';

/** The changes of a channel after a try; null if nothing changes. */
export function channelAfterTry(
  channel: Pick<Channel, 'state' | 'failingSinceMs'>,
  end: TryEnd,
  nowMs: number,
): ChannelChange | null {
  const works = { failingSinceMs: null, failure: null };
  if (end.kind === 'accepted') {
    const pauses = { pausedUntilMs: null, restsUntilMs: null, refusals: 0 };
    return { deliveredAtMs: nowMs, ...works, ...pauses };
  }
  if (end.kind === 'given-up') return works;
  // A late answer says nothing about a channel that is off.
  if (channel.state !== 'on') return null;
  const failingSinceMs = channel.failingSinceMs ?? nowMs;
  if (end.kind === 'gone') return { state: 'gone', failingSinceMs, failure: GONE };
  const isOver = nowMs - failingSinceMs > SWITCHED_OFF_AFTER_MS;
  const { pausedUntilMs, restsUntilMs, reason } = end;
  return {
    ...(isOver && { state: 'failing' }),
    ...(pausedUntilMs !== undefined && { pausedUntilMs }),
    ...(restsUntilMs !== undefined && { restsUntilMs }),
    failingSinceMs,
    failure: reason,
  };
}
