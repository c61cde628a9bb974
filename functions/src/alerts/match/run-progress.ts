import { DAY_MS } from '../../contract/index.ts';
import type { AwaitedShow } from './awaited-shows.ts';
import type { Cursor } from './match-changes.ts';
import { WINDOW_DAYS } from './match-window.ts';

/** Stored as `system/alerts-{epoch}-{shard}`. */
export interface ShardState extends RunProgress {
  startedAtMs: number;
  report: ShardReport | null;
  cursor: Cursor | null;
  unstored?: readonly UnstoredPerson[];
  awaited?: readonly AwaitedShow[];
}

/** A person whose matches could not be stored. Runs match their alerts apart from the shard's until they can. */
export interface UnstoredPerson {
  uid: string;
  /** The person's position in the catalogue. Null before the first episode. */
  since: Cursor | null;
  /** The last run that stored the person's matches, epoch milliseconds. Null if none did. */
  lastRunAtMs: number | null;
  /** Time of the first failure, epoch milliseconds. */
  failedAtMs: number;
  failures: number;
}

/** Max people of a shard with a position of their own. With more, the shard's position stays. */
export const MAX_UNSTORED = 1000;

export interface ShardReport {
  atMs: number;
  people: number;
  alerts: number;
  changes: number;
  episodesRead: number;
  /** Number of people and channels with new pending matches. */
  matched: number;
  /** Number of people whose matches could not be stored, in this run or before. */
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

export interface StoringResult {
  /** People whose earlier matches could be stored. */
  caughtUp: readonly UnstoredPerson[];
  /** Where in the catalogue storing failed, by uid. */
  failed: ReadonlyMap<string, Cursor | null>;
}

/** Retains people for whom a concurrent run has failed. Idempotent, but for the number of failures. */
export function unstoredAfter(
  before: readonly UnstoredPerson[],
  { caughtUp, failed }: StoringResult,
  { nowMs, lastRunAtMs }: { nowMs: number; lastRunAtMs: number | null },
): UnstoredPerson[] {
  const failuresOf = new Map(caughtUp.map(({ uid, failures }) => [uid, failures]));
  const left = new Map(
    before
      .filter(({ uid, failures }) => failuresOf.get(uid) !== failures)
      .map((person) => [person.uid, person]),
  );
  for (const [uid, since] of failed) {
    const known = left.get(uid) ?? { uid, since, lastRunAtMs, failedAtMs: nowMs, failures: 0 };
    left.set(uid, { ...known, failures: known.failures + 1 });
  }
  return [...left.values()];
}
