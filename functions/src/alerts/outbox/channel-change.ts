import { type Channel, DAY_MS } from '../../contract/index.ts';
import type { ChannelService } from '../../delivery/channels/served-channel.ts';
import { pauseMs } from './message-tries.ts';

export const SWITCHED_OFF_AFTER_MS = 5 * DAY_MS;

/** Null removes a field. Absent fields do not change. */
export interface ChannelChange {
  /** Both states also remove the channel from `users/{uid}.channels`. */
  state?: 'gone' | 'failing';
  deliveredAtMs?: number;
  failingSinceMs?: number | null;
  failure?: string | null;
  pausedUntilMs?: number | null;
  underWay?: (ChannelService['underWay'] & {}) | null;
}

/** `reason` is a sentence for the owner. */
export type TryEnd =
  | { kind: 'accepted' }
  | { kind: 'gone'; reason?: string | undefined }
  | {
      kind: 'failed';
      reason: string;
      /** True if the receiver may have received the message. */
      isUnknown?: boolean;
      /** The receiver's `Retry-After`, as epoch milliseconds. */
      askedUntilMs?: number | undefined;
    };

const GONE = 'This address no longer exists (410).';

export function channelAfterTry(
  channel: Pick<Channel, 'state' | 'failingSinceMs'>,
  end: TryEnd,
  nowMs: number,
): ChannelChange | null {
  if (end.kind === 'accepted') {
    return { deliveredAtMs: nowMs, failingSinceMs: null, failure: null, pausedUntilMs: null };
  }
  // Ignores a late response after the channel was switched off.
  if (channel.state !== 'on') return null;
  const failingSinceMs = channel.failingSinceMs ?? nowMs;
  if (end.kind === 'gone') return { state: 'gone', failingSinceMs, failure: end.reason ?? GONE };
  const failingForMs = nowMs - failingSinceMs;
  const { askedUntilMs = 0, isUnknown = false, reason } = end;
  return {
    ...(failingForMs > SWITCHED_OFF_AFTER_MS && { state: 'failing' }),
    pausedUntilMs: Math.max(askedUntilMs, nowMs + pauseMs(failingForMs, isUnknown)),
    failingSinceMs,
    failure: reason,
  };
}
