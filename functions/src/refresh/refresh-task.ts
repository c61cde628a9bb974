import { onTaskDispatched } from 'firebase-functions/v2/tasks';
import { config } from '../platform/config.ts';
import { taskQueues } from '../platform/firebase-admin.ts';
import { log } from '../platform/log.ts';
import { REGION } from '../platform/runtime-options.ts';
import { secretsOf } from '../platform/secrets.ts';
import { updateCatalogue } from '../catalogue/file/update-catalogue.ts';
import { askFeeds } from './ask-feeds.ts';
import { logFailures, unreadFields, webRefresh } from './scheduled-refresh.ts';

const TIMEOUT_SECONDS = 300;
/** After this time no further feed is begun, so that the task ends before its timeout. */
const STOP_AFTER_MS = (TIMEOUT_SECONDS - 60) * 1000;
/** Feeds that one task asks. */
export const FEEDS_A_TASK = 200;
/** Limit of tasks per run; the next run asks the remaining feeds. */
const MOST_TASKS = 100;
const MOST_WORKERS = 5;

const REFRESH_QUEUE = `locations/${REGION}/functions/refreshFeeds`;

/** Queues tasks for a number of due feeds; returns the number of tasks. */
export async function queueRefresh(due: number, now: number): Promise<number> {
  const tasks = Math.min(Math.ceil(due / FEEDS_A_TASK), MOST_TASKS);
  const queue = taskQueues().taskQueue<object>(REFRESH_QUEUE);
  // The varying part of an id comes first, because Cloud Tasks slows down with sequential ids.
  const ids = Array.from({ length: tasks }, (_, task) => `${task}-${now}`);
  await Promise.all(
    ids.map((id) => queue.enqueue({}, { id, dispatchDeadlineSeconds: TIMEOUT_SECONDS })),
  );
  return tasks;
}

/**
 * Asks the feeds that have been due longest, on a catalogue with several writers. The task names no feeds,
 * but claims them while it runs. It is not retried: the claims of a dead task expire, and the next run queues
 * tasks for its feeds.
 */
export const refreshFeeds = onTaskDispatched<unknown>(
  {
    region: REGION,
    memory: '1GiB',
    timeoutSeconds: TIMEOUT_SECONDS,
    maxInstances: MOST_WORKERS,
    concurrency: 1,
    retryConfig: { maxAttempts: 1 },
    rateLimits: { maxConcurrentDispatches: MOST_WORKERS },
    secrets: secretsOf('catalogue'),
  },
  async () => {
    const now = Date.now();
    const signal = AbortSignal.timeout(STOP_AFTER_MS);
    const reports = await updateCatalogue(config().CATALOGUE_URL, (catalogue) =>
      askFeeds({ ...webRefresh(now), catalogue, now, signal, clock: Date.now, most: FEEDS_A_TASK }),
    );
    const failed = logFailures(reports);
    const added = reports.reduce((sum, report) => sum + report.new, 0);
    log('info', 'feeds-asked', {
      asked: reports.length,
      failed,
      new: added,
      ...unreadFields(reports),
    });
  },
);
