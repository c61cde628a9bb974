import * as z from 'zod';
import {
  type Channel,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  readChannel,
  type StoredFields,
  withMillis,
} from '../../contract/index.ts';

/** A message that is not settled, in the field `turns` of its channel's document. */
const turnSchema = z.object({
  id: z.string(),
  /** When the message was made, epoch milliseconds. */
  atMs: z.number(),
  /** Until this time (epoch milliseconds) later messages may be sent before this one, because it fails. */
  asideUntilMs: z.number().optional(),
  /** End of the sender's lease, epoch milliseconds. */
  leaseUntilMs: z.number().optional(),
  /**
   * Set when the channel accepts another message, or is switched on, while this one stands aside: its own
   * pause no longer counts.
   */
  isWoken: z.literal(true).optional(),
});

type Turn = z.infer<typeof turnSchema>;

/** Fields of a channel that only the server needs. */
export interface ChannelTurns {
  /** Oldest first. One message is under way at a time, in this order. */
  turns?: readonly Turn[];
  /** End of the pause that the receiver asked for, epoch milliseconds. */
  pausedUntilMs?: number | undefined;
  /** Time of the next try of any message, because the receiver refuses everything, epoch milliseconds. */
  restsUntilMs?: number | undefined;
  /** Messages in a row whose content the receiver refused. */
  refusals?: number;
}

export type ChannelWithTurns = Channel & ChannelTurns;

const storedTurnsSchema = z.object({
  turns: z.array(turnSchema).catch([]),
  pausedUntilMs: z.number().optional().catch(undefined),
  restsUntilMs: z.number().optional().catch(undefined),
  refusals: z.number().catch(0),
});

/** A channel's document with {@link ChannelTurns}; null if it is no channel. */
export function readTurns(id: string, stored: StoredFields): ChannelWithTurns | null {
  const channel = readChannel(id, stored);
  const read = storedTurnsSchema.safeParse(withMillis(stored));
  return channel && read.success ? { ...channel, ...read.data } : null;
}

/** A message that must wait longer than this lets later ones pass: it may be the only one that fails. */
const WAITED_FOR_MS = 30 * MINUTE_MS;

/** A message older than this is ignored, so that one that was never settled does not block the others. */
const OVER_AFTER_MS = 5 * DAY_MS;

/** Time after which a message that waits for its turn is looked at again, unless the one before wakes it. */
const SLEEPS_MS = HOUR_MS;

export type Held = { reason: 'receiver-paused' | 'in-turn'; untilMs: number };

/** The reason why a queued message must wait, and until when; null if it may be sent now. */
export function heldBy(channel: ChannelTurns, id: string, nowMs: number): Held | null {
  const untilMs = pausedUntil(channel);
  if (nowMs < untilMs) return { reason: 'receiver-paused', untilMs };
  const next = nextInTurn(channel, nowMs);
  // A message that is not listed was made before turns were kept, or is sent again by its owner.
  const isListed = channel.turns?.some((turn) => turn.id === id) === true;
  if (next === id || (!isListed && !isAnyLeased(channel, nowMs))) return null;
  return { reason: 'in-turn', untilMs: nowMs + SLEEPS_MS };
}

/** The message whose turn it is; null if one is under way, or there is none. */
export function nextInTurn(channel: ChannelTurns, nowMs: number): string | null {
  if (nowMs < pausedUntil(channel) || isAnyLeased(channel, nowMs)) return null;
  return live(channel, nowMs).find(({ asideUntilMs = 0 }) => asideUntilMs <= nowMs)?.id ?? null;
}

/**
 * True if a channel fails while a message from an earlier run, made less than `withinMs` ago, still waits.
 */
export function isBehind(
  channel: Partial<ChannelWithTurns>,
  nowMs: number,
  withinMs: number,
): boolean {
  if (channel.failingSinceMs === undefined) return false;
  return live(channel, nowMs).some(({ atMs }) => atMs !== nowMs && nowMs - atMs < withinMs);
}

export function isWoken({ turns = [] }: ChannelTurns, id: string): boolean {
  return turns.some((turn) => turn.id === id && turn.isWoken === true);
}

export function withTurn(channel: ChannelTurns, id: string, nowMs: number): Turn[] {
  return [...live(channel, nowMs), { id, atMs: nowMs }];
}

/** The turns including this message, which is added as the oldest if it is missing. */
export function listed(
  channel: ChannelTurns,
  { id, atMs }: Pick<Turn, 'id' | 'atMs'>,
  nowMs: number,
): Turn[] {
  const turns = live(channel, nowMs);
  return turns.some((turn) => turn.id === id) ? turns : [{ id, atMs }, ...turns];
}

/** The turns while a message is under way. */
export function leased(turns: readonly Turn[], id: string, leaseUntilMs: number): Turn[] {
  return turns.map((turn) => (turn.id === id ? { id, atMs: turn.atMs, leaseUntilMs } : turn));
}

/** The turns once a message is settled; a divided message is replaced by `halves`. */
export function withoutTurn(
  { turns = [] }: ChannelTurns,
  id: string,
  halves: readonly string[] = [],
): Turn[] {
  return turns.flatMap((turn) =>
    turn.id === id ? halves.map((half) => ({ id: half, atMs: turn.atMs })) : [turn],
  );
}

/**
 * The turns while a message waits for its next try. A message whose content was refused does not block the
 * others.
 */
export function waiting(
  { turns = [] }: ChannelTurns,
  id: string,
  {
    notBeforeMs,
    isRefused,
    nowMs,
  }: { notBeforeMs: number | null; isRefused: boolean; nowMs: number },
): Turn[] {
  const isLong = notBeforeMs !== null && notBeforeMs - nowMs > WAITED_FOR_MS;
  const isAside = notBeforeMs !== null && (isLong || isRefused);
  return turns.map((turn) =>
    turn.id === id ? { id, atMs: turn.atMs, ...(isAside && { asideUntilMs: notBeforeMs }) } : turn,
  );
}

/** The turns once the channel has taken a message: those that stepped aside are tried again. */
export function woken(turns: readonly Turn[]): Turn[] {
  return turns.map(({ asideUntilMs, ...turn }) =>
    asideUntilMs === undefined ? turn : { ...turn, isWoken: true },
  );
}

function pausedUntil({ pausedUntilMs = 0, restsUntilMs = 0 }: ChannelTurns): number {
  return Math.max(pausedUntilMs, restsUntilMs);
}

function live({ turns = [] }: ChannelTurns, nowMs: number): Turn[] {
  return turns.filter(({ atMs }) => nowMs - atMs < OVER_AFTER_MS);
}

function isAnyLeased(channel: ChannelTurns, nowMs: number): boolean {
  return live(channel, nowMs).some(({ leaseUntilMs = 0 }) => nowMs < leaseUntilMs);
}
