import * as z from 'zod';
import { type Channel, readChannel, type StoredFields, withMillis } from '../../contract/index.ts';

/** Fields of a channel that only the server needs. */
export interface ChannelService {
  /** No message is sent before this time, epoch milliseconds: the receiver asked for a pause, or fails. */
  pausedUntilMs?: number | undefined;
  /** The message that was tried last and is not settled, and the end of its sender's lease. */
  underWay?: { id: string; untilMs: number } | undefined;
}

export type ServedChannel = Channel & ChannelService;

/** Version 1.0 stored `turns`, `restsUntil` and `refusals` besides; they have no effect. */
const serviceSchema = z.object({
  pausedUntilMs: z.number().optional().catch(undefined),
  underWay: z.object({ id: z.string(), untilMs: z.number() }).optional().catch(undefined),
});

/** Null if the document is no channel. */
export function readServedChannel(id: string, stored: StoredFields): ServedChannel | null {
  const channel = readChannel(id, stored);
  const read = serviceSchema.safeParse(withMillis(stored));
  return channel && read.success ? { ...channel, ...read.data } : null;
}

/** While a message is under way, another one asks again after this time. */
const ASKS_AGAIN_AFTER_MS = 20_000;

export type Held = { reason: 'receiver-paused' | 'other-under-way'; untilMs: number };

/** Why a queued message must wait, and until when; null if it may be sent now. */
export function heldBy(channel: ChannelService, id: string, nowMs: number): Held | null {
  const { pausedUntilMs = 0, underWay } = channel;
  if (nowMs < pausedUntilMs) return { reason: 'receiver-paused', untilMs: pausedUntilMs };
  if (underWay === undefined || underWay.id === id || underWay.untilMs <= nowMs) return null;
  return {
    reason: 'other-under-way',
    untilMs: Math.min(underWay.untilMs, nowMs + ASKS_AGAIN_AFTER_MS),
  };
}

/**
 * True if no new message is made yet: the channel is paused, or it fails and has a message to be tried again. A channel
 * that fails gets one message a run.
 */
export function isBehind(
  { pausedUntilMs = 0, failingSinceMs, underWay }: Partial<ServedChannel>,
  { nowMs, isFirst }: { nowMs: number; isFirst: boolean },
): boolean {
  if (nowMs < pausedUntilMs) return true;
  return failingSinceMs !== undefined && (underWay !== undefined || !isFirst);
}
