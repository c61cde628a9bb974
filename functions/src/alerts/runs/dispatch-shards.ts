import { log } from '../../platform/log.ts';
import type { AlertSource } from './alert-source.ts';
import { publishChanges, tickOf } from './change-log.ts';
import type { ObjectStore } from './object-store.ts';
import type { RunStore } from './run-store.ts';
import { changedLayout, type ShardLayout, shardsOf } from './shard-layout.ts';
import { emptyShardObject } from './open-index.ts';
import type { ShardQueue } from './shard-queue.ts';
import { MINUTE_MS } from '../../contract/index.ts';

/** A run takes less; after this its task is taken for lost, or its process for dead. */
const LATE_AFTER_MS = 4 * MINUTE_MS;

/**
 * Gives another task to every shard whose run of the present tick has not ended: tasks get lost, and
 * processes die. Called every five minutes, so that such a shard is looked at within ten.
 */
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
    // A moment to come is left from a clock that was ahead.
    const beganAtMs = Math.max(tickAtMs, startedAtMs > nowMs ? 0 : startedAtMs);
    if (isDone || nowMs - beganAtMs < LATE_AFTER_MS) continue;
    try {
      await queue.enqueue(shard, `again-${Math.floor(nowMs / MINUTE_MS)}`);
      summary.resumed += 1;
    } catch (error) {
      summary.failed += 1;
      const name = error instanceof Error ? error.name : typeof error;
      log('error', 'shard-not-resumed', { shard: shard.shard, error: name });
    }
  }
  return summary;
}

export interface DispatchParts {
  runs: RunStore;
  source: AlertSource;
  objects: ObjectStore;
  queue: ShardQueue;
}

/**
 * One tick of the schedule: reads what changed once for all shards, and has each looked at by a task.
 * Safe to repeat, also at the same time. When the changes cannot be read the shards run with what they
 * know, and the next tick reads them; a task that cannot be queued costs only its shard, until
 * `resumeShards` comes by.
 * @param shards Into how many all people are to be divided.
 */
export async function dispatchShards(
  parts: DispatchParts,
  shards: number,
  nowMs: number,
): Promise<{ changes: number; enqueued: number }> {
  const layout = await openTick(parts, shards, nowMs);
  const changes = await readChanges(parts, layout, nowMs).catch((error: unknown) => {
    log('error', 'changes-not-read', { error: nameOf(error) });
    return 0;
  });
  let enqueued = 0;
  await Promise.all(
    shardsOf(layout).map(async (shard) => {
      try {
        await parts.queue.enqueue(shard, String(tickOf(nowMs)));
        enqueued += 1;
      } catch (error) {
        log('error', 'shard-not-queued', { shard: shard.shard, error: nameOf(error) });
      }
    }),
  );
  return { changes, enqueued };
}

/** The layout with the number of shards that is wanted, and this tick noted in it. */
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
  // Nobody reads these copies of keywords any more.
  for (const { shard } of shardsOf(found).slice(shards)) await emptyShardObject(objects, shard);
  return layout;
}

/**
 * Publishes what changed since the last batch, and notes how far that is. Of too many changes none is
 * published: shards notice the gap before the next batch and read everything.
 */
export async function readChanges(
  { runs, source, objects }: Omit<DispatchParts, 'queue'>,
  { changes }: ShardLayout,
  nowMs: number,
): Promise<number> {
  const fromMs = batchStart(changes, nowMs);
  const count = await publishChanges({ source, objects }, fromMs, nowMs);
  if (count === null) log('warn', 'changes-too-many', { fromMs });
  await runs.changeLayout((found) => ({ ...found, changes: { fromMs, untilMs: nowMs } }));
  return count ?? 0;
}

/**
 * From when on changes are to be read, epoch milliseconds. The second batch of a quarter of an hour
 * replaces the first and begins where that did. After a clock that was ahead nothing is known, which
 * shards notice by themselves.
 */
function batchStart(last: ShardLayout['changes'], nowMs: number): number {
  if (last === null || last.untilMs > nowMs) return nowMs;
  return tickOf(last.untilMs) === tickOf(nowMs) ? last.fromMs : last.untilMs;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
