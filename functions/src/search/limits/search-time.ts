import { AppError } from '../../platform/app-error.ts';

const WINDOW_MS = 60_000;
/** Max search time per client and minute. Running searches are not aborted, so they may exceed it. */
const MAX_MS = 9_000;
/** Searches below this duration are free, because other clients may have slowed them down. */
const COUNTED_MS = 300;
/** Beyond this search time per minute, a client leaves one slot of the fair queue to others. */
const SLOW_MS = 400;
/** Max clients in memory; the least recently charged client is dropped first. */
const MAX_CLIENTS = 10_000;

/**
 * Limits the search time of each client. Ordinary searches take a few milliseconds, so the limit slows down only
 * searches that run into their deadline.
 */
export function createSearchTime(now: () => number = () => performance.now()) {
  const searchesOf = new Map<string, { endedAt: number; ms: number }[]>();

  function recent(client: string) {
    return (searchesOf.get(client) ?? []).filter(({ endedAt }) => now() - endedAt < WINDOW_MS);
  }

  function spentBy(client: string): number {
    return recent(client).reduce((sum, { ms }) => sum + ms, 0);
  }

  function count(client: string, ms: number): void {
    const searches = [...recent(client), { endedAt: now(), ms }];
    searchesOf.delete(client);
    searchesOf.set(client, searches);
    const [first] = searchesOf.keys();
    if (searchesOf.size > MAX_CLIENTS && first !== undefined) searchesOf.delete(first);
  }

  return {
    isSlow: (client: string) => searchesOf.has(client) && spentBy(client) > SLOW_MS,
    /** Charges `work` to the first client with time left. Throws 'rate-limited' if no client has any. */
    async spend<T>(clients: Iterable<string>, work: () => Promise<T>): Promise<T> {
      const payer = [...clients].find((client) => spentBy(client) < MAX_MS);
      if (payer === undefined) {
        const message = 'The searches of this client have taken too long';
        throw new AppError('rate-limited', message, { retryAfterMs: WINDOW_MS });
      }
      const startedAt = now();
      let isCounted = true;
      try {
        return await work();
      } catch (error) {
        // Waiting for an unreachable server is not search time.
        isCounted = !(error instanceof AppError && error.code === 'upstream-unavailable');
        throw error;
      } finally {
        const ms = now() - startedAt;
        if (isCounted && ms >= COUNTED_MS) count(payer, ms);
      }
    },
  };
}
