import type { RunProgress } from './run-progress.ts';

/** How far one shard has come, and what its last run did; in `system/alerts-{epoch}-{shard}`. */
export interface ShardState extends RunProgress {
  /** When its last run began, ended or not; epoch milliseconds. */
  startedAtMs: number;
  /** Null before the first run that ended. */
  report: ShardReport | null;
}

/** What a run of a shard did: the numbers of its line in the log. */
export interface ShardReport {
  /** When it began, epoch milliseconds. */
  atMs: number;
  /** In the index: people with alerts, and their alerts. */
  people: number;
  alerts: number;
  /** Entries of the index that changes made different. */
  changes: number;
  /** People with news among those due. */
  matched: number;
  due: number;
  /** People about whom the sent log was asked: they may have something untold. */
  untold: number;
  created: number;
  /** People whose next digest waits until the one before it has been sent. */
  waiting: number;
  failed: number;
  /** People whose slot an earlier run had missed. */
  retried: number;
  /** How long the slot that is missed longest has waited, milliseconds; 0 when none is. */
  oldestMissedMs: number;
  /** Over what time the digests that can wait were spread, milliseconds. */
  spreadMs: number;
  tookMs: number;
  /** Most memory the process ever had, MiB. */
  peakMib: number;
  /** Documents. */
  reads: number;
  writes: number;
  /** When the shard was last read in full, and how many entries of its index were wrong then; should be 0. */
  rereadAtMs: number;
  differed: number;
}
