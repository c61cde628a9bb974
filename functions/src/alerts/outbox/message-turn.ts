import type { ChannelChange } from './channel-change.ts';
import {
  type ChannelWithTurns,
  type Held,
  heldBy,
  isWoken,
  leased,
  listed,
  nextInTurn,
  waiting,
  withoutTurn,
  woken,
} from '../../delivery/channels/channel-turns.ts';
import type { Digest } from './digest.ts';
import { messageTries } from './message-tries.ts';
import type { StoredDigest } from './halves.ts';

/**
 * The reason why a message must wait for its channel, and until when; null if it may be claimed, is not
 * queued, or is over (too old, or without a try left).
 */
export function heldMessage(
  id: string,
  digest: Digest,
  channel: ChannelWithTurns | null,
  nowMs: number,
): Held | null {
  if (channel === null || digest.channel === undefined || digest.state !== 'queued') return null;
  if (messageTries(digest, nowMs)?.isOver(digest, nowMs) === true) return null;
  return heldBy(channel, id, nowMs);
}

/**
 * The message without its postponement, if it waited because other messages were in turn, or if it failed and
 * the channel has worked since (`isWoken`).
 */
export function inItsTurn(id: string, digest: Digest, channel: ChannelWithTurns | null): Digest {
  const isNext = digest.code === IN_TURN || (channel !== null && isWoken(channel, id));
  return digest.state === 'queued' && isNext ? { ...digest, notBeforeMs: null } : digest;
}

const IN_TURN: Held['reason'] = 'in-turn';

/** The channel's queue of messages (`turns`) after a step of one of them. */
export function turnsAfter(
  id: string,
  digest: Digest,
  channel: ChannelWithTurns,
  {
    isHeld = false,
    isRefused = false,
    halves = [],
    nowMs,
  }: {
    isHeld?: boolean | undefined;
    isRefused?: boolean | undefined;
    halves?: readonly StoredDigest[] | undefined;
    nowMs: number;
  },
): ChannelChange['turns'] {
  const turns = listed(channel, { id, atMs: digest.createdAtMs }, nowMs);
  const { state, leaseUntilMs, notBeforeMs } = digest;
  if (isHeld) return turns;
  switch (state) {
    case 'sending':
      return leased(turns, id, leaseUntilMs ?? nowMs);
    case 'queued':
      return waiting({ turns }, id, { notBeforeMs, isRefused, nowMs });
    case 'sent':
      return woken(withoutTurn({ turns }, id));
    case 'failed':
    case 'cancelled':
      return withoutTurn(
        { turns },
        id,
        halves.map((half) => half.id),
      );
  }
}

/**
 * Id of the message to be sent next; null if that is this one, if none may be sent now, or if the channel is
 * deleted.
 */
export function nextMessage(
  id: string,
  channel: ChannelWithTurns | null,
  change: ChannelChange | null | undefined,
  nowMs: number,
): string | null {
  if (channel === null) return null;
  const { turns = [], pausedUntilMs, restsUntilMs } = { ...channel, ...change };
  const after = {
    turns,
    pausedUntilMs: pausedUntilMs ?? undefined,
    restsUntilMs: restsUntilMs ?? undefined,
  };
  const next = nextInTurn(after, nowMs);
  return next === id ? null : next;
}
