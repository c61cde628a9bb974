const MAX_PER_CLIENT = 2;

interface Waiting {
  /** All clients that wait for the same search; clients may join while it waits. */
  clients: ReadonlySet<string>;
  begin: () => void;
}

/**
 * Runs `atOnce` tasks concurrently, at most two per client. The client with the fewest running tasks is next; ties go
 * to the oldest task. A client's heavy searches therefore delay only that client.
 * @param isSlow True for clients whose tasks take long. All slow clients together leave one slot free for others.
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
    let least = MAX_PER_CLIENT;
    const isLastSlot = atOnce > 1 && running === atOnce - 1;
    for (const each of waiting) {
      const client = lightest(each.clients);
      const its = load(client);
      if (its < least && !(isLastSlot && isSlow(client))) [chosen, least] = [each, its];
    }
    return chosen;
  }

  /** Starts waiting tasks. Call it after a task has ended or a client has joined a waiting task. */
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
    /** Rejects if the signal aborts before the task starts. `clients` may grow while the task waits. */
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
