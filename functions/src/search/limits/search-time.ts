import { AppError } from '../../platform/app-error.ts';

const WINDOW_MS = 60_000;
/** Time that the searches of one client may run within a minute, and what those under way may still take. */
const MOST_MS = 9_000;
/** Shorter searches are not counted: others may have slowed them down. */
const COUNTED_MS = 300;
/** A client whose searches ran for longer within a minute leaves a place to others. */
const SLOW_MS = 400;
/** Clients in memory; the one counted first is dropped first. */
const MOST_CLIENTS = 10_000;

/**
 * Limits the time that one client's searches run within a minute. An ordinary search takes a few
 * milliseconds, so this only slows down who sends searches that meet their deadline.
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
    if (searchesOf.size > MOST_CLIENTS && first !== undefined) searchesOf.delete(first);
  }

  return {
    isSlow: (client: string) => searchesOf.has(client) && spentBy(client) > SLOW_MS,
    /** Runs `work` for the first of the clients that has time left; throws 'rate-limited' if none has. */
    async spend<T>(clients: Iterable<string>, work: () => Promise<T>): Promise<T> {
      const payer = [...clients].find((client) => spentBy(client) < MOST_MS);
      if (payer === undefined) {
        const message = 'The searches of this client have taken too long';
        throw new AppError('rate-limited', message, { retryAfterMs: WINDOW_MS });
      }
      const startedAt = now();
      let isCounted = true;
      try {
        return await work();
      } catch (error) {
        // Whoever waited for a server that is away has searched nothing.
        isCounted = !(error instanceof AppError && error.code === 'upstream-unavailable');
        throw error;
      } finally {
        const ms = now() - startedAt;
        if (isCounted && ms >= COUNTED_MS) count(payer, ms);
      }
    },
  };
}
