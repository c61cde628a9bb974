import * as z from 'zod';
import { errorName, log } from '../../platform/log.ts';
import type { ObjectStore } from '../../catalogue/file/object-store.ts';
import type { RunStore } from '../match/run-store.ts';
import { changedLayout, type Shard, type ShardLayout, shardsOf } from '../match/shard-layout.ts';
import { emptyShardObject } from '../match/open-index.ts';
import { MINUTE_MS } from '../../contract/index.ts';
import { enqueueTask } from '../../platform/enqueue-task.ts';

/** Queued after something new was stored (`platform/start-alerts.ts`). */
const startSchema = z.strictObject({ after: z.literal('refresh') });

const shardSchema = z.strictObject({
  epoch: z.int().nonnegative(),
  shard: z.int().nonnegative(),
  shards: z.int().positive(),
});

export const shardTaskSchema = z.union([shardSchema, startSchema]);

export interface ShardQueue {
  /** Deduplicated by shard and occasion while Cloud Tasks remembers the task id. Running twice is safe. */
  enqueue(shard: Shard, occasion: string): Promise<void>;
}

export const SHARD_TIMEOUT_SECONDS = 900;

export const cloudTasksShardQueue: ShardQueue = {
  enqueue: (shard, occasion) =>
    enqueueTask(
      'planAlerts',
      { ...shard },
      {
        id: `${shard.shard}-of-${shard.shards}-${shard.epoch}-${occasion}`,
        timeoutSeconds: SHARD_TIMEOUT_SECONDS,
      },
    ),
};

/** Exceeds the duration of a run. A shard without a result after this time is queued again. */
const LATE_AFTER_MS = 4 * MINUTE_MS;

/** Queues another task for every shard that has not finished its run of the current tick (15 minutes). */
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
    // A start in the future was stored while a clock was ahead.
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
  objects: ObjectStore;
  queue: ShardQueue;
}

/** Runs every 15 minutes, and after refreshes. Idempotent, also concurrently. */
export async function dispatchShards(
  parts: DispatchParts,
  shards: number,
  nowMs: number,
): Promise<{ enqueued: number }> {
  const layout = await openTick(parts, shards, nowMs);
  let enqueued = 0;
  await Promise.all(
    shardsOf(layout).map(async (shard) => {
      try {
        await parts.queue.enqueue(shard, String(Math.floor(nowMs / MINUTE_MS)));
        enqueued += 1;
      } catch (error) {
        log('error', 'shard-not-queued', { shard: shard.shard, error: errorName(error) });
      }
    }),
  );
  return { enqueued };
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
  // Empties the indexes of removed shards, because they contain personal keywords.
  for (const { shard } of shardsOf(found).slice(shards)) await emptyShardObject(objects, shard);
  return layout;
}
