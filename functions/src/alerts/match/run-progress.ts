import { DAY_MS } from '../../contract/index.ts';
import type { AwaitedShow } from './awaited-shows.ts';
import type { Cursor } from './match-changes.ts';
import { WINDOW_DAYS } from './match-window.ts';

/** Stored as `system/alerts-{epoch}-{shard}`. */
export interface ShardState extends RunProgress {
  startedAtMs: number;
  report: ShardReport | null;
  cursor: StoredCursor | null;
  awaited?: readonly AwaitedShow[];
}

export interface StoredCursor extends Cursor {
  /** Time of the first failure, epoch milliseconds. Set while matches cannot be stored. */
  heldSinceMs?: number | undefined;
}

export interface ShardReport {
  atMs: number;
  people: number;
  alerts: number;
  changes: number;
  episodesRead: number;
  /** Number of people and channels with new pending matches. */
  matched: number;
  unstored: number;
  due: number;
  /** Number of due people whose pending matches were read. */
  untold: number;
  created: number;
  messages: number;
  waiting: number;
  failed: number;
  retried: number;
  oldestMissedMs: number;
  spreadMs: number;
  tookMs: number;
  peakMib: number;
  reads: number;
  writes: number;
  /** Time of the last full read. `differed` counts the wrong index entries it found, normally 0. */
  rereadAtMs: number;
  differed: number;
}

export interface RunProgress {
  /** All slots up to this time are served, except `missed`. Null before the first run. */
  lastRunAtMs: number | null;
  /** Slots that failed while others succeeded, at most one per person. */
  missed: readonly MissedSlot[];
}

export interface MissedSlot {
  uid: string;
  slotMs: number;
}

/** Max missed slots per shard. More failures indicate a general fault. */
export const MAX_MISSED = 1000;

export interface RunResult {
  tried: readonly MissedSlot[];
  failed: readonly MissedSlot[];
  servedUntilMs: number;
}

/** Retains slots that a concurrent run missed. Drops slots older than the match window. */
export function progressAfter(
  before: RunProgress,
  { tried, failed, servedUntilMs }: RunResult,
  nowMs: number,
): RunProgress {
  const wasTried = (missed: MissedSlot) =>
    tried.some(({ uid, slotMs }) => uid === missed.uid && slotMs === missed.slotMs);
  const latest = new Map<string, number>();
  for (const { uid, slotMs } of [...before.missed.filter((each) => !wasTried(each)), ...failed]) {
    if (slotMs < nowMs - WINDOW_DAYS * DAY_MS) continue;
    latest.set(uid, Math.max(slotMs, latest.get(uid) ?? slotMs));
  }
  return {
    lastRunAtMs: servedUntilMs,
    missed: Array.from(latest, ([uid, slotMs]) => ({ uid, slotMs })),
  };
}
