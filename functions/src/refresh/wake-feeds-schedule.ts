import { onSchedule } from 'firebase-functions/v2/scheduler';
import { config } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { REGION } from '../platform/runtime-options.ts';
import { secretsOf } from '../platform/secrets.ts';
import { queueRefresh } from './refresh-task.ts';
import { changeListPages } from './scheduled-refresh.ts';
import { catalogueKind } from '../catalogue/storage/open-catalogue.ts';
import { updateCatalogue } from '../catalogue/storage/update-catalogue.ts';
import { hearChangeList, warnOfSilence } from './hear-changes.ts';
import { announcers } from '../catalogue/queue/wake-ups.ts';
import { feedQueue } from '../catalogue/queue/feed-queue.ts';

/**
 * Makes changed feeds due and queues tasks for them, on a catalogue with several writers. A catalogue in a
 * file or object has only one writer, the refresh, which reads the list of changes itself.
 */
export const wakeFeeds = onSchedule(
  {
    schedule: 'every 3 minutes',
    region: REGION,
    memory: '512MiB',
    timeoutSeconds: 120,
    maxInstances: 1,
    retryCount: 0,
    secrets: secretsOf('catalogue'),
  },
  async () => {
    const { CATALOGUE_URL, CHANGE_LIST_URL } = config();
    if (catalogueKind(CATALOGUE_URL) !== 'postgres' || CHANGE_LIST_URL === '') return;
    const now = Date.now();
    const { due } = await updateCatalogue(CATALOGUE_URL, async (catalogue) => {
      await hearChangeList(catalogue, CHANGE_LIST_URL, changeListPages(), now);
      warnOfSilence(await catalogue.read(() => announcers(now)), now);
      return catalogue.read(() => feedQueue(now));
    });
    if (due > 0) log('info', 'feeds-queued', { due, tasks: await queueRefresh(due, now) });
  },
);
