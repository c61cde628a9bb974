/** Most searches of one client that are under way at a time; its others wait. */
const MOST_A_CLIENT = 2;

interface Waiting {
  /** Everybody who waits for the same answer; others may join. */
  clients: ReadonlySet<string>;
  begin: () => void;
}

/**
 * Lets `atOnce` pieces of work run at a time, and of one client two. Next is the one whose clients have
 * the fewest under way; of equals, the one that waits longest. So a client's heavy searches hold up that client.
 */
export function createFairQueue(atOnce: number) {
  const underWay = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let running = 0;

  const load = (client: string) => underWay.get(client) ?? 0;
  const lightest = (clients: Iterable<string>) =>
    [...clients].reduce((least, next) => (load(next) < load(least) ? next : least));

  function next(): Waiting | undefined {
    let chosen: Waiting | undefined;
    let least = MOST_A_CLIENT;
    for (const each of waiting) {
      const its = load(lightest(each.clients));
      if (its < least) [chosen, least] = [each, its];
    }
    return chosen;
  }

  /** To be called when something has changed: work has ended, or a client has joined. */
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
     * Does the work when its turn has come. Rejects without it, when the signal fires before.
     * @param clients At least one; read whenever somebody may begin.
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
