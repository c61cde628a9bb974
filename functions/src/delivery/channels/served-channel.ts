import * as z from 'zod';
import { type Channel, readChannel, type StoredFields, withMillis } from '../../contract/index.ts';

export interface ChannelService {
  /** Nothing is sent before this time, epoch ms, because the receiver requested a pause or is failing. */
  pausedUntilMs?: number | undefined;
  /** The last tried message, if it is not settled yet, and the end of its sender's lease, epoch ms. */
  underWay?: { id: string; untilMs: number } | undefined;
}

export type ServedChannel = Channel & ChannelService;

/** Version 1.0 also stored `turns`, `restsUntil` and `refusals`, which are ignored. */
const serviceSchema = z.object({
  pausedUntilMs: z.number().optional().catch(undefined),
  underWay: z.object({ id: z.string(), untilMs: z.number() }).optional().catch(undefined),
});

export function readServedChannel(id: string, stored: StoredFields): ServedChannel | null {
  const channel = readChannel(id, stored);
  const read = serviceSchema.safeParse(withMillis(stored));
  return channel && read.success ? { ...channel, ...read.data } : null;
}

/** How soon a message that waits for another one is tried again. */
const BUSY_RETRY_MS = 20_000;

export type Held = { reason: 'receiver-paused' | 'other-under-way'; untilMs: number };

export function heldBy(channel: ChannelService, id: string, nowMs: number): Held | null {
  const { pausedUntilMs = 0, underWay } = channel;
  if (nowMs < pausedUntilMs) return { reason: 'receiver-paused', untilMs: pausedUntilMs };
  if (underWay === undefined || underWay.id === id || underWay.untilMs <= nowMs) return null;
  return {
    reason: 'other-under-way',
    untilMs: Math.min(underWay.untilMs, nowMs + BUSY_RETRY_MS),
  };
}

/**
 * True if the channel gets no new message now, because it is paused or failing. A failing channel still gets one new
 * message per run if it has none to retry.
 */
export function isBehind(
  { pausedUntilMs = 0, failingSinceMs, underWay }: Partial<ServedChannel>,
  { nowMs, isFirst }: { nowMs: number; isFirst: boolean },
): boolean {
  if (nowMs < pausedUntilMs) return true;
  return failingSinceMs !== undefined && (underWay !== undefined || !isFirst);
}
