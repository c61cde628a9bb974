import { onSchedule } from 'firebase-functions/v2/scheduler';
import { config } from '../../platform/config.ts';
import { database } from '../../platform/firebase-admin.ts';
import { log } from '../../platform/log.ts';
import { REGION } from '../../platform/runtime-options.ts';
import { cloudTasksQueue } from './delivery-queue.ts';
import { resumeDigests as resume } from './resume-digests.ts';

/**
 * Every five minutes: gives a task to digests that should be on their way and are not. Apart from
 * the run that makes digests, so that neither waits for the other or fails with it.
 */
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
    if (!config().alertsEnabled) return;
    const { firestoreOutbox } = await import('./firestore-outbox.ts');
    const parts = { store: firestoreOutbox(await database()), queue: cloudTasksQueue };
    const summary = await resume(parts, Date.now());
    if (summary.resumed + summary.failed > 0) log('info', 'digests-resumed', { ...summary });
  },
);
