import { setTimeout as delay } from 'node:timers/promises';

/**
 * What the work gives, or what `late` gives when the work takes longer than that. Nobody hears then
 * how the work ends: `late` should break it off.
 */
export async function withTimeout<T>(
  timeoutMs: number,
  work: Promise<T>,
  late: () => T,
): Promise<T> {
  const timer = new AbortController();
  const deadline = delay(timeoutMs, null, { signal: timer.signal });
  deadline.catch(() => {
    // Aborted below: the work was in time.
  });
  try {
    return await Promise.race([work, deadline.then(late)]);
  } finally {
    timer.abort();
  }
}
