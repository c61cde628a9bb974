import type { Cursor } from './match-changes.ts';
import type { MissedSlot, RunProgress, ShardState } from './run-progress.ts';

/** In Firestore's order; `before` is exclusive. An empty `from` or a null `before` is unbounded. */
export interface UidRange {
  from: string;
  before: string | null;
}

/** The characters of Firebase's user ids, in Firestore's order (by character code). */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Splits the user ids into ranges that are equal within 0.1 %, because Firebase draws ids at random from
 * {@link DIGITS}. Custom ids may be uneven. Firestore cannot query hashes, which would be even.
 */
export function uidRanges(count: number): UidRange[] {
  const starts = Array.from({ length: count }, (_, part) => startOf(part / count));
  return starts.map((from, part) => ({ from, before: starts[part + 1] ?? null }));
}

export function isInRange(uid: string, { from, before }: UidRange): boolean {
  return uid >= from && (before === null || uid < before);
}

function startOf(share: number): string {
  if (share === 0) return '';
  const number = Math.floor(share * DIGITS.length ** 2);
  return DIGITS.charAt(number / DIGITS.length) + DIGITS.charAt(number % DIGITS.length);
}

/** Max missed slots in the layout's document. Each takes 50 bytes, and a Firestore document holds 1 MiB. */
const MAX_CARRIED = 10_000;

/** Stored as `system/alerts`. */
export interface ShardLayout {
  /** Incremented when the number of shards changes. Data of other epochs is ignored. */
  epoch: number;
  shards: number | null;
  /** Initial progress of shards that have not run in this layout. */
  carried: RunProgress;
  /** Changes up to here were read in the layout before. Null if its shards had read none, or different catalogues. */
  readUntil: Cursor | null;
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
 * New shards start where the slowest old shard was. Serving a slot again creates no second digest.
 * @param states All old shards; null for a shard that never ran.
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
    readUntil: readByAll(before, states),
  };
}

function readByAll(
  { readUntil }: ShardLayout,
  states: readonly (ShardState | null)[],
): Cursor | null {
  const cursors = states.flatMap((state) => [
    state?.cursor ?? readUntil,
    ...(state?.unstored ?? []).map(({ since }) => since),
  ]);
  if (cursors.length === 0) return readUntil;
  const known = cursors.filter((cursor) => cursor !== null);
  const [first] = known.toSorted((one, other) => one.readUntilMs - other.readUntilMs);
  const isOfAll =
    known.length === cursors.length &&
    known.every(({ catalogue }) => catalogue === first?.catalogue);
  return isOfAll ? (first ?? null) : null;
}

/**
 * If the missed slots do not fit into one document, resets the progress to before the oldest, so that all
 * later slots are served again.
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
