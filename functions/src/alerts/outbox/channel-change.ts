import { type Channel, DAY_MS } from '../../contract/index.ts';

/** A channel that failed for so long is switched off. */
export const SWITCHED_OFF_AFTER_MS = 5 * DAY_MS;

/** Fields of a channel to set; null removes one. */
export interface ChannelChange {
  /** Not `on`: the entry leaves `users/{uid}.channels`. */
  state?: 'gone' | 'failing';
  deliveredAtMs?: number;
  failingSinceMs?: number | null;
  failure?: string | null;
}

/** `reason` is a sentence for the person. */
export type TryEnd = { kind: 'accepted' } | { kind: 'gone' } | { kind: 'failed'; reason: string };

const GONE = 'The receiver answered that it is gone (410).';

/** What a try means for its channel; null: nothing. */
export function channelAfterTry(
  channel: Pick<Channel, 'state' | 'failingSinceMs'>,
  end: TryEnd,
  nowMs: number,
): ChannelChange | null {
  if (end.kind === 'accepted') {
    return { deliveredAtMs: nowMs, failingSinceMs: null, failure: null };
  }
  // A late answer says nothing about a channel that is off.
  if (channel.state !== 'on') return null;
  const failingSinceMs = channel.failingSinceMs ?? nowMs;
  if (end.kind === 'gone') return { state: 'gone', failingSinceMs, failure: GONE };
  const isOver = nowMs - failingSinceMs > SWITCHED_OFF_AFTER_MS;
  return { ...(isOver && { state: 'failing' }), failingSinceMs, failure: end.reason };
}
