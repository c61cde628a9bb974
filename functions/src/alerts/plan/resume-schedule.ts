import { onSchedule } from 'firebase-functions/v2/scheduler';
import { config } from '../../platform/config.ts';
import { log } from '../../platform/log.ts';
import { REGION } from '../../platform/runtime-options.ts';
import { noteVerifiedAccounts } from '../../accounts/note-verified-accounts.ts';
import { resumeDigests as resume } from '../outbox/resume-digests.ts';
import { resumeShards } from './dispatch-shards.ts';
import { openShardContext } from './shard-context.ts';

/** Queues tasks for stuck digests and overdue shards, independently of `sendAlerts`. */
export const resumeDigests = onSchedule(
  {
    schedule: '*/5 * * * *',
    region: REGION,
    memory: '512MiB',
    timeoutSeconds: 240,
    maxInstances: 1,
    concurrency: 1,
    retryCount: 0,
  },
  async () => {
    await noteVerifiedAccounts();
    if (!config().ALERTS_ENABLED) return;
    const nowMs = Date.now();
    const parts = await openShardContext();
    const [digests, shards] = await Promise.allSettled([
      resume(parts, nowMs),
      resumeShards({ runs: parts.runs, queue: parts.shardQueue }, nowMs),
    ]);
    if (shards.status === 'fulfilled') {
      const { resumed, failed } = shards.value;
      if (resumed + failed > 0) log('warn', 'shards-resumed', { resumed, failed });
    }
    for (const ended of [digests, shards]) if (ended.status === 'rejected') throw ended.reason;
  },
);
