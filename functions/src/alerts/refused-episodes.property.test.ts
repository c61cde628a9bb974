import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { dropLog } from '../platform/test-log.ts';
import { fuzzRuns } from '../test-runs.ts';
import { refusalWorld } from './fixtures/refusal-world.ts';

beforeEach(dropLog);

const quarterHour = fc.record({
  /** Of each episode that comes out: whether it is refused. */
  episodes: fc.array(
    fc.nat({ max: 4 }).map((drawn) => drawn === 0),
    { maxLength: 3 },
  ),
  asksToWaitMinutes: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 30, 90),
});

const history = fc.record({
  quarterHours: fc.array(quarterHour, { minLength: 1, maxLength: 24 }),
  fitting: fc.constantFrom(1, 3, 20),
  status: fc.constantFrom(400, 403, 413, 422),
});

const A_RUN_MS = 15 * MINUTE_MS;

test('every healthy episode is told within a run and an hour, besides the pauses that were asked for, in order, once', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ quarterHours, fitting, status }) => {
      const world = refusalWorld({ fitting });
      const culprits: number[] = [];
      const published = new Map<number, number>();
      let pausedMs = 0;
      world.refuse({ culprits, status });
      for (const { episodes, asksToWaitMinutes } of quarterHours) {
        for (const isRefused of episodes) {
          const number = published.size + 1;
          if (isRefused) culprits.push(number);
          world.publish([number]);
          published.set(number, world.nowMs());
        }
        if (asksToWaitMinutes > 0) world.pause(asksToWaitMinutes * MINUTE_MS);
        pausedMs += asksToWaitMinutes * MINUTE_MS;
        await world.passes(A_RUN_MS);
      }
      await world.passes(pausedMs + 3 * HOUR_MS);
      const told = world.toldAtMs();
      const healthy = [...published].filter(([number]) => !culprits.includes(number));
      const late = healthy.filter(
        ([number, atMs]) => (told.get(number) ?? Infinity) > atMs + A_RUN_MS + HOUR_MS + pausedMs,
      );
      expect(late).toEqual([]);
      expect(world.twice('hook')).toEqual([]);
      expect(world.givenUp().filter((number) => !culprits.includes(number))).toEqual([]);
      expect(world.told('hook')).toEqual(healthy.map(([number]) => number));
    }),
    { numRuns: fuzzRuns(40) },
  );
});

/** Episodes of two people's alerts, by hour. */
const refusedHours = fc.array(
  fc.record({ ledgers: fc.nat({ max: 3 }), compilers: fc.nat({ max: 1 }) }),
  { minLength: 1, maxLength: 30 },
);

test('mails everything within an hour and a half after a service that refused everybody', async () => {
  await fc.assert(
    fc.asyncProperty(refusedHours, async (hours) => {
      const world = refusalWorld({ mail: 'hourly' });
      world.refuseMail({ culprits: 'all' });
      let published = 0;
      const publish = (count: number, description: string) => {
        for (let each = 0; each < count; each += 1) world.publish([(published += 1)], description);
      };
      for (const { ledgers, compilers } of hours) {
        publish(ledgers, 'On ledgers.');
        publish(compilers, 'On compilers.');
        await world.passes(HOUR_MS);
      }
      expect(world.told('mail')).toEqual([]);
      world.refuseMail(null);
      await world.passes(1.5 * HOUR_MS);
      const all = Array.from({ length: published }, (_, at) => at + 1);
      expect(world.told('mail').sort((a, b) => a - b)).toEqual(all);
    }),
    { numRuns: fuzzRuns(12) },
  );
});
