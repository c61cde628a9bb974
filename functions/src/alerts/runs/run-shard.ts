import { HOUR_MS } from '../../contract/index.ts';
import { log } from '../../platform/log.ts';
import { type Shard, progressOf } from './shard-layout.ts';
import type { EpisodeBatch } from '../matching/episode-batch.ts';
import type { Operations } from '../outbox/outbox-store.ts';
import type { AlertSource } from './alert-source.ts';
import type { ObjectStore } from './object-store.ts';
import type { RunStore } from './run-store.ts';
import { type OpenIndex, openIndex, saveIndex } from './open-index.ts';
import { createDigests, type PlanParts, type PlanResult } from '../planning/create-digests.ts';
import {
  MAX_MISSED,
  type MissedSlot,
  progressAfter,
  type ShardReport,
  type ShardState,
} from './run-progress.ts';

/** After this a missed slot is tried again once an hour. */
const TRIED_OFTEN_FOR_MS = 2 * HOUR_MS;

export interface ShardParts extends Omit<PlanParts, 'episodes'> {
  runs: RunStore;
  source: AlertSource;
  objects: ObjectStore;
  /**
   * The episodes of the days before a tick, which all shards of a process share. Asked for only when
   * somebody is due.
   */
  episodesAt: (tickAtMs: number) => Promise<EpisodeBatch>;
  /** Counts the documents that the other parts read and write. */
  operations: Operations;
}

export interface ShardRun {
  nowMs: number;
  /** Makes everybody due now, whatever they chose, save who paused, and reads everything anew. */
  everyoneDue: boolean;
  /** Digests a second that the queue sends for this shard. */
  ratePerSecond: number;
}

/**
 * One run of a shard: brings its index up to date, makes the digests that are due, and notes how far it
 * has come. Safe to repeat, also at the same time, and to be killed anywhere: the cursor moves when all
 * is written, a digest is made once a slot, and the index is a copy of which nothing depends but costs.
 *
 * Who fails is noted as missed, together with the moment of the run, and the next runs try it again.
 * When more than {@link MAX_MISSED} fail, or the run ends before, nothing is noted, and the next run
 * does the same slots again; then it throws. Null when the shard is of a layout that is no more.
 */
export async function runShard(
  parts: ShardParts,
  shard: Shard,
  { nowMs, everyoneDue, ratePerSecond }: ShardRun,
): Promise<ShardReport | null> {
  const startedAt = performance.now();
  const layout = await parts.runs.layout();
  if (layout.epoch !== shard.epoch || layout.shards !== shard.shards) return null;
  const { lastRunAtMs: last, missed } = progressOf(
    layout,
    shard.shard,
    await parts.runs.changeState(shard.epoch, shard.shard, (before) => ({
      ...(before ?? { ...progressOf(layout, shard.shard, null), report: null }),
      startedAtMs: nowMs,
    })),
  );
  // A clock that was ahead has left a moment that is still to come.
  const lastRunAtMs = last !== null && last <= nowMs ? last : nowMs - HOUR_MS;
  const isFirstOfHour = Math.floor(nowMs / HOUR_MS) > Math.floor(lastRunAtMs / HOUR_MS);
  const retried =
    everyoneDue || isFirstOfHour
      ? missed
      : missed.filter(({ slotMs }) => slotMs > nowMs - TRIED_OFTEN_FOR_MS);

  const open = await openIndex(parts, shard, nowMs, everyoneDue);
  const times = { lastRunAtMs, nowMs, everyoneDue, retried, ratePerSecond };
  const episodes = () => parts.episodesAt(layout.tickAtMs ?? nowMs);
  const made = await createDigests({ ...parts, episodes }, open.index, times);
  if (made.failed.length > MAX_MISSED) {
    throw new Error(`${made.failed.length} of ${made.due} digests could not be created`);
  }
  const state = await parts.runs.changeState(shard.epoch, shard.shard, (before) => {
    const progress = progressOf(layout, shard.shard, before);
    const result = { tried: retried, failed: made.failed, servedUntilMs: nowMs };
    const after = progressAfter(progress, result, nowMs);
    return { ...after, startedAtMs: nowMs, report: report(before, after.missed) };
  });
  if (made.due + open.changes > 0 || open.differed !== null) await save(parts, shard, open);
  return state.report;

  function report(before: ShardState | null, missedNow: readonly MissedSlot[]): ShardReport {
    const slots = missedNow.map(({ slotMs }) => slotMs);
    return {
      atMs: nowMs,
      ...contentsOf(open),
      ...countsOf(made),
      retried: retried.length,
      oldestMissedMs: slots.length === 0 ? 0 : nowMs - Math.min(...slots),
      tookMs: Math.round(performance.now() - startedAt),
      peakMib: Math.round(process.resourceUsage().maxRSS / 1024),
      // With the two of this very transaction.
      reads: parts.operations.reads,
      writes: parts.operations.writes,
      differed: open.differed ?? before?.report?.differed ?? 0,
    };
  }
}

async function save(parts: ShardParts, shard: Shard, open: OpenIndex): Promise<void> {
  try {
    await saveIndex(parts.objects, shard, open);
  } catch (error) {
    // The next run finds the index as it was, and more to do.
    const name = error instanceof Error ? error.name : typeof error;
    log('warn', 'shard-index-not-saved', { shard: shard.shard, error: name });
  }
}

function contentsOf({ index, changes }: OpenIndex) {
  let people = 0;
  let alerts = 0;
  for (const person of index.people.values()) {
    alerts += person.alerts.length;
    if (person.alerts.length > 0) people += 1;
  }
  return { people, alerts, changes, rereadAtMs: index.rereadAtMs };
}

function countsOf({ failed, ...counts }: PlanResult) {
  return { ...counts, failed: failed.length };
}
