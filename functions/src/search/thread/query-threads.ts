import { availableParallelism } from 'node:os';
import type { QueryThread } from './query-thread.ts';

/** More than these would wait for each other at the requests' own thread. */
const MOST_THREADS = 2;

/** As many threads for queries as the machine has processors for, within reason. */
export function queryThreadCount(): number {
  return Math.min(MOST_THREADS, availableParallelism());
}

/**
 * Several threads that query the same catalogue, as one: each query goes to the thread that has
 * least to do. Each thread starts with its first query, so a second one costs nothing until two
 * queries meet.
 */
export function openQueryThreads(open: () => QueryThread, count: number): QueryThread {
  const threads = Array.from({ length: count }, () => ({ thread: open(), queries: 0 }));
  return {
    async query(query, signal) {
      const chosen = threads.reduce((least, next) => (next.queries < least.queries ? next : least));
      chosen.queries += 1;
      try {
        return await chosen.thread.query(query, signal);
      } finally {
        chosen.queries -= 1;
      }
    },
    close() {
      for (const { thread } of threads) thread.close();
    },
  };
}
