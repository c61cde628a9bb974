/** Most searches of one caller that are under way at a time; its others wait. */
const MOST_A_CALLER = 2;

interface Waiting {
  /** Everybody who waits for the same answer; others may join. */
  callers: ReadonlySet<string>;
  begin: () => void;
}

/**
 * Lets `atOnce` pieces of work run at a time, and of one caller two. Next is the one whose callers have
 * the fewest under way; of equals, the one that waits longest. So a caller's heavy searches hold up that caller.
 */
export function createFairQueue(atOnce: number) {
  const underWay = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let running = 0;

  const load = (caller: string) => underWay.get(caller) ?? 0;
  const lightest = (callers: Iterable<string>) =>
    [...callers].reduce((least, next) => (load(next) < load(least) ? next : least));

  function next(): Waiting | undefined {
    let chosen: Waiting | undefined;
    let least = MOST_A_CALLER;
    for (const each of waiting) {
      const its = load(lightest(each.callers));
      if (its < least) [chosen, least] = [each, its];
    }
    return chosen;
  }

  /** To be called when something has changed: work has ended, or a caller has joined. */
  function advance(): void {
    while (running < atOnce) {
      const chosen = next();
      if (chosen === undefined) return;
      waiting.delete(chosen);
      chosen.begin();
    }
  }

  function start(callers: ReadonlySet<string>): () => void {
    const caller = lightest(callers);
    running += 1;
    underWay.set(caller, load(caller) + 1);
    return () => {
      running -= 1;
      if (load(caller) > 1) underWay.set(caller, load(caller) - 1);
      else underWay.delete(caller);
      advance();
    };
  }

  return {
    advance,
    /**
     * Does the work when its turn has come. Rejects without it, when the signal fires before.
     * @param callers At least one; read whenever somebody may begin.
     */
    async run<T>(
      callers: ReadonlySet<string>,
      signal: AbortSignal,
      work: () => Promise<T>,
    ): Promise<T> {
      signal.throwIfAborted();
      const end = await new Promise<() => void>((resolve, reject) => {
        const entry = { callers, begin: () => resolve(start(callers)) };
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
