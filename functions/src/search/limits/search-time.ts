import { performance } from 'node:perf_hooks';
import { AppError } from '../../platform/app-error.ts';
import { createRateLimiter } from './rate-limiter.ts';

const WINDOW_MS = 60_000;
/** A search takes one unit for each 300 ms that it has run; a shorter one takes none. */
const UNIT_MS = 300;
/** Units of a client in a minute: nine seconds, and what its two searches under way may still take. */
const MOST_UNITS = 30;

/**
 * Limits the time that one client's searches may run within a minute. An ordinary search takes a few
 * milliseconds, so this only slows down who sends searches that meet their deadline.
 */
export function createSearchTime(now: () => number = performance.now.bind(performance)) {
  const limiter = createRateLimiter({ windowMs: WINDOW_MS });
  const take = (client: string, at: number) => limiter.take(client, 1, at, MOST_UNITS);

  /** Runs `work` for the first of the clients that has time left; throws 'rate-limited' if none has. */
  return async function spend<T>(clients: Iterable<string>, work: () => Promise<T>): Promise<T> {
    const startedAt = now();
    let retryAfterMs = WINDOW_MS;
    for (const client of clients) {
      const decision = take(client, startedAt);
      if (!decision.allowed) {
        retryAfterMs = Math.min(retryAfterMs, decision.retryAfterMs);
        continue;
      }
      try {
        return await work();
      } finally {
        const endedAt = now();
        limiter.release(client, 1, startedAt);
        for (let ms = endedAt - startedAt; ms >= UNIT_MS; ms -= UNIT_MS) take(client, endedAt);
      }
    }
    throw new AppError('rate-limited', 'The client’s searches have taken too long', {
      retryAfterMs,
    });
  };
}
