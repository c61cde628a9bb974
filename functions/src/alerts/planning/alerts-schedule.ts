import { onSchedule } from 'firebase-functions/v2/scheduler';
import { openCatalogue } from '../../catalogue/storage/open-catalogue.ts';
import { config } from '../../platform/config.ts';
import { database } from '../../platform/firebase-admin.ts';
import { log } from '../../platform/log.ts';
import { REGION } from '../../platform/runtime-options.ts';
import { secretsOf } from '../../platform/secrets.ts';
import { cloudTasksQueue } from '../outbox/delivery-queue.ts';
import { isManualRun } from './manual-run.ts';
import { createDigests as run } from './create-digests.ts';

/**
 * Every quarter of an hour: makes the digests that are due and has each mailed by a task. Between full
 * hours of UTC few people can be due, and mostly there is nothing to read. Does nothing while
 * `ALERTS_ENABLED` is false; what is new meanwhile is told afterwards, up to eight days of it.
 */
export const sendAlerts = onSchedule(
  {
    schedule: '*/15 * * * *',
    region: REGION,
    // A copy of the catalogue lies in memory too, beside all keywords.
    memory: '2GiB',
    timeoutSeconds: 1200,
    maxInstances: 1,
    concurrency: 1,
    retryCount: 1,
    secrets: secretsOf('catalogue'),
  },
  async ({ jobName }) => {
    const { alertsEnabled, catalogueUrl, emulated } = config();
    if (!alertsEnabled) {
      log('warn', 'alerts-disabled');
      return;
    }
    const startedAt = performance.now();
    const { firestoreOutbox } = await import('../outbox/firestore-outbox.ts');
    const catalogue = openCatalogue(catalogueUrl);
    try {
      const parts = {
        store: firestoreOutbox(await database()),
        queue: cloudTasksQueue,
        newEpisodes: async (sinceMs: number, publishedSinceMs: number) => {
          await catalogue.ready();
          return catalogue.newEpisodes(sinceMs, publishedSinceMs);
        },
      };
      const summary = await run(parts, Date.now(), isManualRun(jobName, emulated));
      log('info', 'alerts-run', { ...summary, tookMs: Math.round(performance.now() - startedAt) });
    } finally {
      await catalogue.close();
    }
  },
);
