import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { dropLog } from '../testing/test-log.ts';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { refusalWorld } from './fixtures/refusal-world.ts';

beforeEach(dropLog);

const quarterHour = fc.record({
  /** True for an episode that is refused unless it is in the plain form. */
  episodes: fc.array(
    fc.nat({ max: 4 }).map((drawn) => drawn === 0),
    { maxLength: 3 },
  ),
  catalogue: fc.constantFrom('stays', 'stays', 'stays', 'stays', 'begins anew', 'moves'),
  isBehind: fc.nat({ max: 9 }).map((drawn) => drawn === 0),
  asksToWaitMinutes: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 30, 90),
});

const history = fc.record({
  quarterHours: fc.array(quarterHour, { minLength: 1, maxLength: 24 }),
  /**
   * Quarter hour in which a flood of accepted episodes is published. With the other episodes, the flood must
   * stay below the number that can be pending.
   */
  floodAt: fc.nat({ max: 24 }),
  fitting: fc.constantFrom(1, 3, 20),
  status: fc.constantFrom(400, 403, 413, 422),
});

const FLOOD = 20;
const A_RUN_MS = 15 * MINUTE_MS;

test('sends each episode once within a run and an hour, apart from requested pauses', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ quarterHours, floodAt, fitting, status }) => {
      const world = refusalWorld({ fitting });
      const culprits: number[] = [];
      const published = new Map<number, number>();
      // A channel that seems to have failed for hours pauses for an hour after each further failure.
      const shortestPauseMs = quarterHours.some(({ isBehind }) => isBehind) ? HOUR_MS : 0;
      let pausedMs = 0;
      world.refuse({ culprits, status });
      for (const [at, quarter] of quarterHours.entries()) {
        const { episodes, asksToWaitMinutes, catalogue } = quarter;
        world.changeCatalogue(catalogue);
        world.setBehind(quarter.isBehind ? 2 * HOUR_MS : 0);
        // With smaller messages, five per run, a flood would take longer than an hour.
        const flood = fitting === 20 && at === floodAt ? FLOOD : 0;
        for (let each = 0; each < flood; each += 1) {
          world.publish([published.size + 1]);
          published.set(published.size + 1, world.nowMs());
        }
        for (const isRefused of episodes) {
          const number = published.size + 1;
          if (isRefused) culprits.push(number);
          world.publish([number]);
          published.set(number, world.nowMs());
        }
        if (asksToWaitMinutes > 0) {
          const asksToWaitMs = asksToWaitMinutes * MINUTE_MS;
          world.pause(asksToWaitMs);
          pausedMs += Math.max(asksToWaitMs, shortestPauseMs);
        }
        await world.passes(A_RUN_MS);
      }
      world.setBehind(0);
      await world.passes(pausedMs + 3 * HOUR_MS);
      const receivedAtMs = world.receivedAtMs();
      const late = [...published].filter(
        ([number, atMs]) =>
          (receivedAtMs.get(number) ?? Infinity) > atMs + A_RUN_MS + HOUR_MS + pausedMs,
      );
      expect(late).toEqual([]);
      expect(world.duplicates('hook')).toEqual([]);
      const needless = world.asked.filter(
        ({ isPlain, links }) =>
          isPlain && !culprits.some((culprit) => links.includes(world.linkOf(culprit))),
      );
      expect(needless).toEqual([]);
    }),
    { numRuns: fuzzRuns(22) },
  );
});
