import { DAY_MS } from '../../contract/index.ts';
import { WINDOW_DAYS } from '../matching/match-window.ts';

/** How far one shard has come, and what its last run did; in `system/alerts-{epoch}-{shard}`. */
export interface ShardState extends RunProgress {
  /** When its last run began, ended or not; epoch milliseconds. */
  startedAtMs: number;
  report: ShardReport | null;
}

/** What a run of a shard did: the numbers of its line in the log. */
export interface ShardReport {
  atMs: number;
  /** In the index: people with alerts, and their alerts. */
  people: number;
  alerts: number;
  /** Entries of the index that changes made different. */
  changes: number;
  matched: number;
  due: number;
  /** People whose sent log was read: they may have unsent matches. */
  untold: number;
  created: number;
  /** People whose next digest waits until the one before it has been sent. */
  waiting: number;
  failed: number;
  retried: number;
  /** How long the slot that is missed longest has waited, milliseconds; 0 when none is. */
  oldestMissedMs: number;
  /** Over what time the digests that can wait were spread, milliseconds. */
  spreadMs: number;
  tookMs: number;
  /** Most memory the process ever had, MiB. */
  peakMib: number;
  reads: number;
  writes: number;
  /** When the shard was last read in full, and how many entries of its index were wrong then; should be 0. */
  rereadAtMs: number;
  differed: number;
}

export interface RunProgress {
  /** Up to when everybody's slots were served, save those missed; epoch milliseconds, null before the first run. */
  lastRunAtMs: number | null;
  /** What could not be served when all others were; at most one a person. */
  missed: readonly MissedSlot[];
}

export interface MissedSlot {
  uid: string;
  slotMs: number;
}

/** People of a shard whose slots are remembered as missed; when more fail, it is not they who do. */
export const MAX_MISSED = 1000;

export interface RunResult {
  /** What it found as missed, and so tried again. */
  tried: readonly MissedSlot[];
  failed: readonly MissedSlot[];
  servedUntilMs: number;
}

/**
 * The progress after a run. What another run has noted meanwhile stays; what nobody could serve within
 * the match window is forgotten.
 */
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
