import { performance } from 'node:perf_hooks';

export interface LoadOutcome {
  requests: number;
  errors: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

interface Load {
  /** How many requests are under way at any time. */
  connections: number;
  durationMs: number;
  /** Makes request number `index`; false, or a rejection, is an error. */
  request: (index: number) => Promise<boolean>;
}

/**
 * Keeps as many requests under way as asked for, for as long as asked for: a connection makes its
 * next request when its last is answered (a closed loop). Requests begun in time are waited for.
 */
export async function generateLoad(load: Load): Promise<LoadOutcome> {
  const times: number[] = [];
  let begun = 0;
  let errors = 0;
  const startedAt = performance.now();

  async function connection() {
    while (performance.now() - startedAt < load.durationMs) {
      const at = performance.now();
      const answered = await load.request(begun++).catch(() => false);
      if (!answered) errors += 1;
      times.push(performance.now() - at);
    }
  }

  await Promise.all(Array.from({ length: load.connections }, connection));
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((left, right) => left - right);
  return {
    requests: times.length,
    errors,
    requestsPerSecond: times.length / seconds,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  };
}

/** Of numbers in ascending order, the one that the given share of them does not exceed. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
