import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../contract/index.ts';
import type { WritableCatalogue } from '../catalogue/catalogue.ts';
import { NOW, temporaryCatalogue } from '../catalogue/testing/test-catalogue.ts';
import { refreshCatalogue } from './refresh-catalogue.ts';
import { claimFeeds } from '../catalogue/queue/feed-queue.ts';

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

interface Host {
  feeds: number;
  latencyMs: number;
}

/** Refreshes every 15 minutes, and stops each refresh after `stopAfterMs`. Counts responses per feed. */
function refresherOf(catalogue: WritableCatalogue, hosts: readonly Host[], stopAfterMs: number) {
  const answered = new Map<string, number>();
  const feeds = hosts.flatMap(({ feeds: count }, host) =>
    Array.from({ length: count }, (_, at) => ({ url: `https://host${host}.example/${at}` })),
  );
  for (const { url } of feeds) answered.set(url, 0);
  let runs = 0;
  return {
    answered,
    async run() {
      vi.setSystemTime(NOW + (runs += 1) * 15 * MINUTE_MS);
      const stop = new AbortController();
      setMaxListeners(0, stop.signal);
      setTimeout(() => stop.abort(), stopAfterMs);
      const refresh = refreshCatalogue({
        catalogue,
        feeds,
        now: Date.now(),
        signal: stop.signal,
        readFile: () => Promise.reject(new Error('no files here')),
        readFeed: () => ({ kind: 'refused', code: 'empty', message: '' }),
        fetchFeed: (url) =>
          new Promise((resolve) => {
            const { latencyMs } = hosts[Number(/host(\d+)/.exec(url)?.[1])]!;
            const refused = { kind: 'refused', code: 'timed-out', message: '' } as const;
            stop.signal.addEventListener('abort', () => resolve(refused));
            setTimeout(() => {
              if (!stop.signal.aborted) answered.set(url, answered.get(url)! + 1);
              resolve({ kind: 'unchanged' });
            }, latencyMs);
          }),
      });
      await vi.advanceTimersByTimeAsync(stopAfterMs + 1000);
      await refresh;
    },
    /** Imitates a worker that claims feeds and crashes. */
    async dies() {
      const now = NOW + (runs += 1) * 15 * MINUTE_MS;
      await catalogue.write(() => claimFeeds({ now, dueMs: now, limit: 1000 }));
    },
  };
}

it('fetches a list too long for one run in several runs, then starts over', async () => {
  const hosts = Array.from({ length: 3 }, () => ({ feeds: 200, latencyMs: 250 }));
  const { run, answered } = refresherOf(temporaryCatalogue(), hosts, 10_000);
  const reached: number[] = [];
  for (let runs = 1; runs <= 4; runs += 1) {
    await run();
    reached.push([...answered.values()].filter((times) => times > 0).length);
  }
  expect(reached).toEqual([expect.any(Number), 600, 600, 600]);
  expect(Math.min(...answered.values())).toBeGreaterThan(1);
});

it('fetches every feed within the capacity of its host, even if workers die', async () => {
  const world = fc.record({
    hosts: fc.array(
      fc.record({
        feeds: fc.integer({ min: 1, max: 40 }),
        latencyMs: fc.integer({ min: 10, max: 3000 }),
      }),
      { minLength: 1, maxLength: 7 },
    ),
    stopAfterMs: fc.integer({ min: 3000, max: 10_000 }),
    deaths: fc.array(fc.boolean(), { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(world, async ({ hosts, stopAfterMs, deaths }) => {
      const catalogue = temporaryCatalogue();
      const { run, dies, answered } = refresherOf(catalogue, hosts, stopAfterMs);
      // Number of runs that fetch all feeds of a host, four at a time. The last response may come after the
      // stop.
      const bounds = hosts.map(({ feeds, latencyMs }) =>
        Math.ceil(feeds / (4 * Math.max(1, Math.floor((stopAfterMs - 50) / latencyMs)))),
      );
      const most = Math.max(...bounds);
      const lastRun = new Map<string, number>();
      for (let runs = 1; runs <= most + 3; runs += 1) {
        const before = new Map(answered);
        await run();
        if (deaths[runs] === true) await dies();
        for (const [url, times] of answered) {
          if (times > before.get(url)!) lastRun.set(url, runs);
          const bound = bounds[Number(/host(\d+)/.exec(url)?.[1])]!;
          expect(runs - (lastRun.get(url) ?? 0)).toBeLessThanOrEqual(bound);
        }
      }
      await catalogue.close();
    }),
    { numRuns: 12 },
  );
});
