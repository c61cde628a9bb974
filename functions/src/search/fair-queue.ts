/** Maximum number of one client's searches that run at the same time. */
const MOST_A_CLIENT = 2;

interface Waiting {
  /** All clients that wait for the same search; clients may join while it waits. */
  clients: ReadonlySet<string>;
  begin: () => void;
}

/**
 * Runs `atOnce` tasks concurrently, at most two of one client. The next task is that of the client with the
 * fewest running tasks; among equals, the oldest. So a client's heavy searches delay only that client's.
 * @param isSlow True for clients whose tasks take long: together, they leave one place to others.
 */
export function createFairQueue(atOnce: number, isSlow: (client: string) => boolean = () => false) {
  const underWay = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let running = 0;

  const load = (client: string) => underWay.get(client) ?? 0;
  const lightest = (clients: Iterable<string>) =>
    [...clients].reduce((least, next) => (load(next) < load(least) ? next : least));

  function next(): Waiting | undefined {
    let chosen: Waiting | undefined;
    let least = MOST_A_CLIENT;
    const isLastPlace = atOnce > 1 && running === atOnce - 1;
    for (const each of waiting) {
      const client = lightest(each.clients);
      const its = load(client);
      if (its < least && !(isLastPlace && isSlow(client))) [chosen, least] = [each, its];
    }
    return chosen;
  }

  /** Begins waiting tasks; to be called when a task has ended or a client has joined a waiting task. */
  function advance(): void {
    while (running < atOnce) {
      const chosen = next();
      if (chosen === undefined) return;
      waiting.delete(chosen);
      chosen.begin();
    }
  }

  function start(clients: ReadonlySet<string>): () => void {
    const client = lightest(clients);
    running += 1;
    underWay.set(client, load(client) + 1);
    return () => {
      running -= 1;
      if (load(client) > 1) underWay.set(client, load(client) - 1);
      else underWay.delete(client);
      advance();
    };
  }

  return {
    advance,
    /**
     * Runs the task in its turn. Rejects if the signal aborts before the task begins. `clients` may grow
     * while the task waits.
     */
    async run<T>(
      clients: ReadonlySet<string>,
      signal: AbortSignal,
      work: () => Promise<T>,
    ): Promise<T> {
      signal.throwIfAborted();
      const end = await new Promise<() => void>((resolve, reject) => {
        const entry = { clients, begin: () => resolve(start(clients)) };
        const leave = () => {
          if (waiting.delete(entry)) reject(signal.reason as Error);
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.add(entry);
        advance();
      });
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}
