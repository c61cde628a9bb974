import type { MissedSlot, RunProgress, ShardState } from './run-progress.ts';

/** A part of all people, by their ids as Firestore orders them: from `from` on, and before `before`. */
export interface UidRange {
  /** Empty: from the first id on. */
  from: string;
  /** Null: to the last id. */
  before: string | null;
}

/** In the order of Firestore, which is that of the characters' codes. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * All people in so many parts. Ids that Firebase gives are drawn from {@link DIGITS}, so the parts are
 * alike to a thousandth; ids of one's own can make them uneven. Ranges and not remainders of a hash,
 * because Firestore can read a range: reading one part of everybody's alerts costs that part.
 */
export function uidRanges(count: number): UidRange[] {
  const starts = Array.from({ length: count }, (_, part) => startOf(part / count));
  return starts.map((from, part) => ({ from, before: starts[part + 1] ?? null }));
}

export function isInRange(uid: string, { from, before }: UidRange): boolean {
  return uid >= from && (before === null || uid < before);
}

/** The first two digits of the id that stands at this share of all ids. */
function startOf(share: number): string {
  if (share === 0) return '';
  const place = Math.floor(share * DIGITS.length ** 2);
  return DIGITS.charAt(place / DIGITS.length) + DIGITS.charAt(place % DIGITS.length);
}

/** Missed slots that the layout's document carries, 50 bytes each; it holds a megabyte. */
const MAX_CARRIED = 10_000;

/** Into how many shards all people are divided, and how far the schedule has come; in `system/alerts`. */
export interface ShardLayout {
  /** Counts up whenever the number changes: what belongs to an earlier layout is not mistaken for ours. */
  epoch: number;
  /** Null before the first run. */
  shards: number | null;
  /** Where shards of this layout begin, as far as they have not run yet. */
  carried: RunProgress;
  /** The batch of changes that was published last. */
  changes: { fromMs: number; untilMs: number } | null;
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
 * The layout with another number of shards. Nothing is lost: its shards begin where the one that was
 * furthest behind had come, and serve again what others had served already, which the outbox knows.
 * @param states Those of all shards of the layout before; null of one that never ran.
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

/** As much as one document holds: otherwise everybody's slots are served again from the first missed one. */
function carriedOver(progress: RunProgress): RunProgress {
  const { lastRunAtMs, missed } = progress;
  if (missed.length <= MAX_CARRIED || lastRunAtMs === null) return progress;
  const firstMs = missed.reduce((first, { slotMs }) => Math.min(first, slotMs), Infinity);
  return { lastRunAtMs: Math.min(lastRunAtMs, firstMs - 1), missed: [] };
}

/** How far a shard has come, that of one that never ran from what was carried over. */
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
