import { HttpsError } from 'firebase-functions/v2/https';
import { onTaskDispatched } from 'firebase-functions/v2/tasks';
import { alertLimits, config } from '../../platform/config.ts';
import { log } from '../../platform/log.ts';
import { REGION, secretsOf } from '../../platform/runtime-options.ts';
import { dispatchShards, SHARD_TIMEOUT_SECONDS, shardTaskSchema } from './dispatch-shards.ts';
import { openShardContext } from './shard-context.ts';
import { runShard } from './run-shard.ts';

/** Shards that one process can run within 15 minutes. A process reads the episodes once. */
const SHARDS_AN_INSTANCE = 4;

const maxInstances = Math.ceil(alertLimits().shards / SHARDS_AN_INSTANCE);

/** Cloud Tasks retries failures. After its last attempt, the next tick does. */
export const planAlerts = onTaskDispatched<unknown>(
  {
    region: REGION,
    // Memory for a copy of the catalogue and the episodes of 17 days.
    memory: '2GiB',
    timeoutSeconds: SHARD_TIMEOUT_SECONDS,
    maxInstances,
    concurrency: 1,
    retryConfig: { maxAttempts: 3, minBackoffSeconds: 60, maxBackoffSeconds: 120 },
    rateLimits: { maxConcurrentDispatches: maxInstances, maxDispatchesPerSecond: 10 },
    secrets: secretsOf('catalogue'),
  },
  async ({ data }) => {
    const task = shardTaskSchema.parse(data);
    const { ALERTS_ENABLED, ALERT_MAILS_PER_SECOND, ALERT_SHARDS } = config();
    if (!ALERTS_ENABLED) throw new HttpsError('unavailable', 'ALERTS_ENABLED is false');
    const nowMs = Date.now();
    const parts = await openShardContext();
    if ('after' in task) {
      await dispatchShards({ ...parts, queue: parts.shardQueue }, ALERT_SHARDS, nowMs);
      return;
    }
    const report = await runShard(parts, task, {
      nowMs,
      everyoneDue: false,
      ratePerSecond: ALERT_MAILS_PER_SECOND / task.shards,
    });
    if (report === null) log('info', 'shard-superseded', { ...task });
  },
);
