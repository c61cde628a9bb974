import { onTaskDispatched } from 'firebase-functions/v2/tasks';
import * as z from 'zod';
import { config } from '../platform/config.ts';
import { enqueueTask } from '../platform/enqueue-task.ts';
import { log } from '../platform/log.ts';
import { REGION, secretsOf } from '../platform/runtime-options.ts';
import { startAlerts } from '../platform/start-alerts.ts';
import { updateCatalogue } from '../catalogue/file/update-catalogue.ts';
import { refreshReportedFeeds } from './early-refresh.ts';
import { refreshDueFeeds } from './refresh-due-feeds.ts';
import { hasNews, logFailures, unreadFields, webRefresh } from './scheduled-refresh.ts';

const TIMEOUT_SECONDS = 300;
/** No feed is started after this time, so that the task ends before its timeout. */
const STOP_AFTER_MS = (TIMEOUT_SECONDS - 60) * 1000;
export const FEEDS_PER_TASK = 200;
/** Max tasks per run. The next run takes the remaining feeds. */
const MAX_TASKS = 100;
const MAX_WORKERS = 5;

export async function queueRefresh(due: number, now: number): Promise<void> {
  const tasks = Math.min(Math.ceil(due / FEEDS_PER_TASK), MAX_TASKS);
  const ids = Array.from({ length: tasks }, (_, task) => `${task}-${now}`);
  await Promise.all(
    ids.map((id) => enqueueTask('refreshFeeds', {}, { id, timeoutSeconds: TIMEOUT_SECONDS })),
  );
}

/** `reported` refreshes only feeds whose hubs have reported news. */
const taskSchema = z.object({ reported: z.boolean().optional() }).catch({});

/**
 * A task names no feeds. It claims those that have been due longest while it runs. It is not retried, because
 * claims of a crashed task expire and the next run queues tasks for its feeds.
 */
export const refreshFeeds = onTaskDispatched<unknown>(
  {
    region: REGION,
    memory: '1GiB',
    timeoutSeconds: TIMEOUT_SECONDS,
    maxInstances: MAX_WORKERS,
    concurrency: 1,
    retryConfig: { maxAttempts: 1 },
    rateLimits: { maxConcurrentDispatches: MAX_WORKERS },
    secrets: secretsOf('catalogue'),
  },
  async ({ data }) => {
    const now = Date.now();
    if (taskSchema.parse(data).reported) return refreshReportedFeeds(now, STOP_AFTER_MS);
    const signal = AbortSignal.timeout(STOP_AFTER_MS);
    const reports = await updateCatalogue(config().CATALOGUE_URL, (catalogue) =>
      refreshDueFeeds({
        ...webRefresh(now),
        catalogue,
        now,
        signal,
        clock: Date.now,
        maxFeeds: FEEDS_PER_TASK,
      }),
    );
    const failed = logFailures(reports);
    const added = reports.reduce((sum, report) => sum + report.new, 0);
    if (reports.some(hasNews)) await startAlerts(Date.now());
    log('info', 'feeds-asked', {
      asked: reports.length,
      failed,
      new: added,
      ...unreadFields(reports),
    });
  },
);
