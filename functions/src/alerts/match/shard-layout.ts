import type { MissedSlot, RunProgress, ShardState } from './run-progress.ts';

/** A range of user ids in Firestore's order; `before` is exclusive. */
export interface UidRange {
  /** Empty: no lower bound. */
  from: string;
  /** Null: no upper bound. */
  before: string | null;
}

/** Characters of Firebase's user ids, in Firestore's order (by character code). */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Ranges with equal shares of all user ids, to about a thousandth, because Firebase draws ids at random from
 * {@link DIGITS}; custom ids can make them uneven. Ranges are used rather than hashes, because Firestore can
 * query a range.
 */
export function uidRanges(count: number): UidRange[] {
  const starts = Array.from({ length: count }, (_, part) => startOf(part / count));
  return starts.map((from, part) => ({ from, before: starts[part + 1] ?? null }));
}

export function isInRange(uid: string, { from, before }: UidRange): boolean {
  return uid >= from && (before === null || uid < before);
}

/** The first two characters of the id at this share (0 to 1) of all ids. */
function startOf(share: number): string {
  if (share === 0) return '';
  const number = Math.floor(share * DIGITS.length ** 2);
  return DIGITS.charAt(number / DIGITS.length) + DIGITS.charAt(number % DIGITS.length);
}

/** Limit of missed slots in the layout's document, 50 bytes each; a Firestore document holds 1 MiB. */
const MAX_CARRIED = 10_000;

/** Number of shards and progress of the schedule; document `system/alerts`. */
export interface ShardLayout {
  /** Incremented when the number of shards changes: data of other layouts are ignored. */
  epoch: number;
  shards: number | null;
  /** Initial progress of shards that have not run in this layout. */
  carried: RunProgress;
  tickAtMs: number | null;
}

export interface Shard {
  epoch: number;
  shard: number;
  shards: number;
}

export function rangeOf({ shard, shards }: Shard): UidRange {
  const range = uidRanges(shards)[shard];
  if (range === undefined) throw new Error(`There is no shard ${shard} of ${shards}`);
  return range;
}

export function shardsOf({ epoch, shards }: ShardLayout): Shard[] {
  const count = shards ?? 0;
  return Array.from({ length: count }, (_, shard) => ({ epoch, shard, shards: count }));
}

/**
 * New shards start where the slowest old shard was; the outbox deduplicates slots that are served again.
 * @param states States of all old shards; null for a shard that never ran.
 */
export function changedLayout(
  before: ShardLayout,
  states: readonly (ShardState | null)[],
  shards: number,
): ShardLayout {
  const progress = states.map((state) => state ?? before.carried);
  const cursors = progress.map(({ lastRunAtMs }) => lastRunAtMs);
  const known = cursors.filter((cursor) => cursor !== null);
  const lastRunAtMs =
    states.length === 0
      ? before.carried.lastRunAtMs
      : known.length < cursors.length
        ? null
        : Math.min(...known);
  const missed: MissedSlot[] =
    states.length === 0
      ? [...before.carried.missed]
      : states.flatMap((state, shard) =>
          state === null ? missedIn(before, shard) : [...state.missed],
        );
  return {
    ...before,
    epoch: before.epoch + 1,
    shards,
    carried: carriedOver({ lastRunAtMs, missed }),
  };
}

/**
 * If the missed slots are too many for one document, drops them and sets the progress back to before the
 * oldest, so that all slots since then are served again.
 */
function carriedOver(progress: RunProgress): RunProgress {
  const { lastRunAtMs, missed } = progress;
  if (missed.length <= MAX_CARRIED || lastRunAtMs === null) return progress;
  const firstMs = missed.reduce((first, { slotMs }) => Math.min(first, slotMs), Infinity);
  return { lastRunAtMs: Math.min(lastRunAtMs, firstMs - 1), missed: [] };
}

export function progressOf(
  layout: ShardLayout,
  shard: number,
  state: ShardState | null,
): RunProgress {
  if (state !== null) return state;
  return { lastRunAtMs: layout.carried.lastRunAtMs, missed: missedIn(layout, shard) };
}

function missedIn({ epoch, shards, carried }: ShardLayout, shard: number): MissedSlot[] {
  const range = rangeOf({ epoch, shard, shards: shards ?? 1 });
  return carried.missed.filter(({ uid }) => isInRange(uid, range));
}
