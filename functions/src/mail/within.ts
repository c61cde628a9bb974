import { setTimeout as delay } from 'node:timers/promises';

/**
 * What the work gives, or `late` when it takes longer than that. The work goes on, and nobody hears
 * how it ends: give it a limit of its own, too.
 */
export async function within<T, L>(timeoutMs: number, work: Promise<T>, late: L): Promise<T | L> {
  const timer = new AbortController();
  const deadline = delay(timeoutMs, late, { signal: timer.signal });
  deadline.catch(() => {
    // Aborted below: the work was in time.
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    timer.abort();
  }
}
