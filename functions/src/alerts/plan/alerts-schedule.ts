import { onSchedule } from 'firebase-functions/v2/scheduler';
import { config } from '../../platform/config.ts';
import { log } from '../../platform/log.ts';
import { REGION } from '../../platform/runtime-options.ts';
import { dispatchShards, openTick } from './dispatch-shards.ts';
import { isManualRun } from './manual-run.ts';
import { openShardContext } from './shard-context.ts';
import { shardsOf } from '../match/shard-layout.ts';
import { runShard } from './run-shard.ts';

/** `npm run alerts` runs this. */
async function runEveryShard(
  parts: Awaited<ReturnType<typeof openShardContext>>,
  shards: number,
  nowMs: number,
): Promise<void> {
  const layout = await openTick(parts, shards, nowMs);
  for (const shard of shardsOf(layout)) {
    await runShard(parts, shard, { nowMs, everyoneDue: true, ratePerSecond: Infinity });
  }
}

/** If `ALERTS_ENABLED` was false for up to 17 days, no episode is lost: all are sent later. */
export const sendAlerts = onSchedule(
  {
    schedule: '*/15 * * * *',
    region: REGION,
    memory: '512MiB',
    timeoutSeconds: 540,
    maxInstances: 1,
    concurrency: 1,
    retryCount: 1,
  },
  async ({ jobName }) => {
    const { ALERTS_ENABLED, ALERT_SHARDS, FUNCTIONS_EMULATOR } = config();
    if (!ALERTS_ENABLED) {
      log('warn', 'alerts-disabled');
      return;
    }
    const startedAt = performance.now();
    const parts = await openShardContext();
    const dispatch = { ...parts, queue: parts.shardQueue };
    if (isManualRun(jobName, FUNCTIONS_EMULATOR)) {
      await runEveryShard(parts, ALERT_SHARDS, Date.now());
      return;
    }
    const summary = await dispatchShards(dispatch, ALERT_SHARDS, Date.now());
    const tookMs = Math.round(performance.now() - startedAt);
    log('info', 'alerts-dispatched', { ...summary, ...parts.operations, tookMs });
  },
);
