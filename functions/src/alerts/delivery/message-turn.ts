import type { ChannelChange } from '../outbox/channel-change.ts';
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
} from '../../channels/channel-turns.ts';
import type { Digest } from '../outbox/digest.ts';
import { messageTries } from '../outbox/message-tries.ts';
import type { StoredDigest } from '../outbox/halves.ts';

/** Why a message waits for its channel; null: it may be claimed, or is over. */
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

/** The message without the pause that it made because other messages were in turn. */
export function inItsTurn(id: string, digest: Digest, channel: ChannelWithTurns | null): Digest {
  const isNext = digest.code === IN_TURN || (channel !== null && isWoken(channel, id));
  return digest.state === 'queued' && isNext ? { ...digest, notBeforeMs: null } : digest;
}

const IN_TURN: Held['reason'] = 'in-turn';

/** The channel's turns after a step of a message. */
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

/** The message to be sent next, if it is another one; null also while a channel is off. */
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
