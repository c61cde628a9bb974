import { MINUTE_MS } from '../contract/index.ts';
import { config } from './config.ts';
import { enqueueTask } from './enqueue-task.ts';
import { errorName, log } from './log.ts';

/**
 * Starts the alerts at the end of this minute, once for all that is stored in it. If this fails, the next scheduled
 * run matches the same episodes.
 */
export async function startAlerts(nowMs: number): Promise<void> {
  if (!config().ALERTS_ENABLED) return;
  const minute = Math.floor(nowMs / MINUTE_MS);
  try {
    await enqueueTask(
      'planAlerts',
      { after: 'refresh' },
      { id: `${minute % 60}-${minute}-refreshed`, atMs: (minute + 1) * MINUTE_MS },
    );
  } catch (error) {
    log('warn', 'alerts-not-started', { error: errorName(error) });
  }
}
