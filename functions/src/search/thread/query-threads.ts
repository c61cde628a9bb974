import { availableParallelism } from 'node:os';
import type { QueryThread } from './query-thread.ts';

/** More threads would wait for the main thread. */
const MOST_THREADS = 2;

export function queryThreadCount(): number {
  return Math.min(MOST_THREADS, availableParallelism());
}

/** Several query threads as one: each query goes to the least busy. Threads start lazily. */
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
