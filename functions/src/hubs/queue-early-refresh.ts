import { MINUTE_MS } from '../contract/index.ts';
import { enqueueTask } from '../platform/enqueue-task.ts';
import { errorName, log } from '../platform/log.ts';

/**
 * Starts a refresh of the reported feeds at the end of the minute of `dueAtMs`, once for all that are due in it. If this
 * fails, the next scheduled refresh fetches them.
 */
export async function queueEarlyRefresh(dueAtMs: number): Promise<void> {
  const minute = Math.floor(dueAtMs / MINUTE_MS);
  try {
    await enqueueTask(
      'refreshFeeds',
      { reported: true },
      { id: `${minute % 60}-${minute}-reported`, atMs: (minute + 1) * MINUTE_MS },
    );
  } catch (error) {
    log('warn', 'early-refresh-not-queued', { error: errorName(error) });
  }
}
