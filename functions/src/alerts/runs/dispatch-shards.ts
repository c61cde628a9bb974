import { errorName, log } from '../../platform/log.ts';
import type { AlertSource, Changes } from '../shards/alert-source.ts';
import { publishChanges, tickOf } from '../shards/change-log.ts';
import type { ObjectStore } from '../shards/object-store.ts';
import type { RunStore } from '../shards/run-store.ts';
import { changedLayout, type ShardLayout, shardsOf } from '../shards/shard-layout.ts';
import { emptyShardObject } from '../shards/open-index.ts';
import type { ShardQueue } from './shard-queue.ts';
import { MINUTE_MS } from '../../contract/index.ts';

/** Longer than a run takes: without a result after this time, a shard's task or process counts as lost. */
const LATE_AFTER_MS = 4 * MINUTE_MS;

/** Queues another task for shards whose run of the current tick (15 minutes) has not ended. */
export async function resumeShards(
  { runs, queue }: { runs: RunStore; queue: ShardQueue },
  nowMs: number,
): Promise<{ resumed: number; failed: number }> {
  const layout = await runs.layout();
  const { epoch, tickAtMs } = layout;
  const summary = { resumed: 0, failed: 0 };
  if (tickAtMs === null) return summary;
  const shards = shardsOf(layout);
  const states = await runs.states(
    epoch,
    shards.map(({ shard }) => shard),
  );
  for (const [index, shard] of shards.entries()) {
    const state = states[index] ?? null;
    const isDone = (state?.report?.atMs ?? -Infinity) >= tickAtMs;
    const startedAtMs = state?.startedAtMs ?? 0;
    // A start in the future is from a clock that was ahead.
    const beganAtMs = Math.max(tickAtMs, startedAtMs > nowMs ? 0 : startedAtMs);
    if (isDone || nowMs - beganAtMs < LATE_AFTER_MS) continue;
    try {
      await queue.enqueue(shard, `again-${Math.floor(nowMs / MINUTE_MS)}`);
      summary.resumed += 1;
    } catch (error) {
      summary.failed += 1;
      log('error', 'shard-not-resumed', { shard: shard.shard, error: errorName(error) });
    }
  }
  return summary;
}

export interface DispatchParts {
  runs: RunStore;
  source: AlertSource;
  objects: ObjectStore;
  queue: ShardQueue;
  /** Writes into these people's documents whether their addresses are suppressed. */
  noteSuppressions: (uids: readonly string[]) => Promise<void>;
}

/**
 * One tick, every 15 minutes: publishes changes and queues a task for every shard. Safe to repeat, also
 * concurrently. If changes cannot be read, shards use their old index until the next tick.
 */
export async function dispatchShards(
  parts: DispatchParts,
  shards: number,
  nowMs: number,
): Promise<{ changes: number; enqueued: number }> {
  const layout = await openTick(parts, shards, nowMs);
  const changes = await readChanges(parts, layout, nowMs).catch((error: unknown) => {
    log('error', 'changes-not-read', { error: errorName(error) });
    return 0;
  });
  let enqueued = 0;
  await Promise.all(
    shardsOf(layout).map(async (shard) => {
      try {
        await parts.queue.enqueue(shard, String(tickOf(nowMs)));
        enqueued += 1;
      } catch (error) {
        log('error', 'shard-not-queued', { shard: shard.shard, error: errorName(error) });
      }
    }),
  );
  return { changes, enqueued };
}

export async function openTick(
  { runs, objects }: Pick<DispatchParts, 'runs' | 'objects'>,
  shards: number,
  nowMs: number,
): Promise<ShardLayout> {
  const found = await runs.layout();
  if (found.shards === shards) return runs.changeLayout((same) => ({ ...same, tickAtMs: nowMs }));
  const layout = await runs.replaceLayout((before, states) => {
    const changed = before.shards === shards ? before : changedLayout(before, states, shards);
    return { ...changed, tickAtMs: nowMs };
  });
  log('info', 'shards-changed', { from: found.shards, to: shards, epoch: layout.epoch });
  // Indexes contain personal keywords: those of removed shards are emptied.
  for (const { shard } of shardsOf(found).slice(shards)) await emptyShardObject(objects, shard);
  return layout;
}

/**
 * Publishes the changes since the last batch; returns their number. Too many changes are not published:
 * shards notice the missing batch and read all documents.
 */
export async function readChanges(
  { runs, source, objects, noteSuppressions }: Omit<DispatchParts, 'queue'>,
  { changes }: ShardLayout,
  nowMs: number,
): Promise<number> {
  const fromMs = batchStart(changes, nowMs);
  const found = await publishChanges({ source, objects }, fromMs, nowMs);
  if (found === null) log('warn', 'changes-too-many', { fromMs });
  await runs.changeLayout((layout) => ({ ...layout, changes: { fromMs, untilMs: nowMs } }));
  if (found === null) return 0;
  if (found.people.length > 0) await noted(noteSuppressions, found.people);
  return found.alerts.length + found.people.length;
}

async function noted(
  note: DispatchParts['noteSuppressions'],
  people: Changes['people'],
): Promise<void> {
  try {
    await note(people.map(({ uid }) => uid));
  } catch (error) {
    log('warn', 'suppressions-not-noted', { people: people.length, error: errorName(error) });
  }
}

/**
 * Start of the next batch, epoch milliseconds. A second batch of one tick starts where the first did. If the
 * last batch ends in the future, because a clock was ahead, the batch starts now, and shards notice the gap.
 */
function batchStart(last: ShardLayout['changes'], nowMs: number): number {
  if (last === null || last.untilMs > nowMs) return nowMs;
  return tickOf(last.untilMs) === tickOf(nowMs) ? last.fromMs : last.untilMs;
}
