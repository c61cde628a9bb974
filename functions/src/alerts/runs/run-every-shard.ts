import { log } from '../../platform/log.ts';
import { openTick, readChanges } from './dispatch-shards.ts';
import { shardsOf } from './shard-layout.ts';
import { episodesAt, type openShardContext } from './shard-context.ts';
import { runShard } from './run-shard.ts';

/**
 * One run of every shard, here and now, with everybody due and all documents read: what `npm run
 * alerts` asks for.
 */
export async function runEveryShard(
  parts: Awaited<ReturnType<typeof openShardContext>>,
  shards: number,
  nowMs: number,
): Promise<void> {
  const layout = await openTick(parts, shards, nowMs);
  await readChanges(parts, layout, nowMs);
  for (const shard of shardsOf(layout)) {
    const report = await runShard({ ...parts, episodesAt }, shard, {
      ...{ nowMs, everyoneDue: true },
      ratePerSecond: Infinity,
    });
    log('info', 'alerts-run', { shard: shard.shard, ...report });
  }
}
