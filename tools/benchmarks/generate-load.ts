import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from './report.ts';

export interface LoadOutcome {
  count: number;
  errors: number;
  requestsPerSecond: number;
  meanMs: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

/** Sends one request. False or a rejection counts as an error. */
export type MakeRequest = (index: number) => Promise<boolean>;

/**
 * Measures the capacity of a server: each connection sends its next request as soon as it has a response. Times are
 * those of a queue that is always full.
 */
export async function closedLoop(
  request: MakeRequest,
  { connections, durationMs }: { connections: number; durationMs: number },
): Promise<LoadOutcome> {
  const times: number[] = [];
  let begun = 0;
  let errors = 0;
  const startedAt = performance.now();

  async function connection() {
    while (performance.now() - startedAt < durationMs) {
      const at = performance.now();
      const answered = await request(begun++).catch(() => false);
      if (!answered) errors += 1;
      times.push(performance.now() - at);
    }
  }

  await Promise.all(Array.from({ length: connections }, connection));
  return outcomeOf(times, errors, performance.now() - startedAt);
}

/**
 * Sends requests at an even rate, as many independent clients do. A time starts when the request was due, so that a
 * stall also counts for requests that became due during the stall.
 */
export async function openLoop(
  request: MakeRequest,
  { perSecond, durationMs }: { perSecond: number; durationMs: number },
): Promise<LoadOutcome> {
  const times: number[] = [];
  let errors = 0;
  const startedAt = performance.now();
  const count = Math.floor((durationMs / 1000) * perSecond);
  const running: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const dueAt = startedAt + (index * 1000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 1) await wait(early);
    running.push(
      request(index)
        .catch(() => false)
        .then((answered) => {
          if (!answered) errors += 1;
          times.push(performance.now() - dueAt);
        }),
    );
  }
  await Promise.all(running);
  return outcomeOf(times, errors, performance.now() - startedAt);
}

function outcomeOf(times: number[], errors: number, tookMs: number): LoadOutcome {
  times.sort((left, right) => left - right);
  return {
    count: times.length,
    errors,
    requestsPerSecond: times.length / (tookMs / 1000),
    meanMs: times.reduce((sum, time) => sum + time, 0) / times.length,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    maxMs: times.at(-1) ?? Number.NaN,
  };
}
