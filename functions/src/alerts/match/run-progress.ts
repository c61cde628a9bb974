import { DAY_MS } from '../../contract/index.ts';
import type { Cursor } from './match-changes.ts';
import { WINDOW_DAYS } from './match-window.ts';

/** A shard's progress and the report of its last run; document `system/alerts-{epoch}-{shard}`. */
export interface ShardState extends RunProgress {
  startedAtMs: number;
  report: ShardReport | null;
  /** How far the catalogue was matched; null: not at all. */
  cursor: HeldCursor | null;
  /** Titles of shows that alerts name, in lower case; a refresh asks their feeds more often. */
  awaited?: readonly string[];
}

export interface HeldCursor extends Cursor {
  /** Since when somebody's matches could not be stored, epoch milliseconds. */
  heldSinceMs?: number | undefined;
}

export interface ShardReport {
  atMs: number;
  people: number;
  alerts: number;
  changes: number;
  /** Episodes that were matched in this run. */
  episodesRead: number;
  /** People and channels that got a pending match. */
  matched: number;
  /** People and channels whose matches could not be stored. */
  unstored: number;
  due: number;
  /** People whose pending matches were read. */
  untold: number;
  created: number;
  /** Messages to channels. */
  messages: number;
  waiting: number;
  failed: number;
  retried: number;
  /** Age of the oldest missed slot, milliseconds; 0 if none. */
  oldestMissedMs: number;
  spreadMs: number;
  tookMs: number;
  peakMib: number;
  reads: number;
  writes: number;
  /** Last full read of the documents; `differed` counts the wrong index entries found then, normally 0. */
  rereadAtMs: number;
  differed: number;
}

export interface RunProgress {
  /** Slots up to this time are served, except `missed`; epoch milliseconds, null before the first run. */
  lastRunAtMs: number | null;
  /** Slots that failed while others succeeded; at most one per person. */
  missed: readonly MissedSlot[];
}

export interface MissedSlot {
  uid: string;
  slotMs: number;
}

/** Limit of missed slots per shard; more failures mean a general fault. */
export const MAX_MISSED = 1000;

export interface RunResult {
  tried: readonly MissedSlot[];
  failed: readonly MissedSlot[];
  servedUntilMs: number;
}

/** Slots that a concurrent run missed are kept; slots older than the match window are dropped. */
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
