import { performance } from 'node:perf_hooks';

export interface LoadOutcome {
  requests: number;
  errors: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

interface Load {
  connections: number;
  durationMs: number;
  /** Makes request number `index`. False or a rejection counts as an error. */
  request: (index: number) => Promise<boolean>;
}

/**
 * Generates load in a closed loop: each connection sends its next request when the last is answered. Waits
 * for the requests that were started in time.
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

/** The nearest-rank percentile of numbers in ascending order; `share` is from 0 to 1. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
