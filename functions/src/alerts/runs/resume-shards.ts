import { MINUTE_MS } from '../../contract/index.ts';
import { log } from '../../platform/log.ts';
import type { RunStore } from './run-store.ts';
import { shardsOf } from './shard-layout.ts';
import type { ShardQueue } from './shard-queue.ts';

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
