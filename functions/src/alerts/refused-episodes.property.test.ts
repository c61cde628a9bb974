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
  to: fc.constantFrom('hook', 'hook', 'hook', 'mail'),
  /** Quarter hours in which the channel refuses everything, or in which the mail service is down. */
  outage: fc.option(
    fc.record({
      from: fc.nat({ max: 8 }),
      quarters: fc.integer({ min: 4, max: 26 }),
      status: fc.constantFrom(400, 403, 500, 503),
    }),
  ),
});

/** Well again at the worst moment for pauses of more than an hour. */
const LONG_OUTAGES = [
  { to: 'hook', quarters: 17 } as const,
  { to: 'mail', quarters: 12 } as const,
].map(({ to, quarters }): [typeof history extends fc.Arbitrary<infer H> ? H : never] => [
  {
    quarterHours: [
      { episodes: [false], catalogue: 'stays', isBehind: false, asksToWaitMinutes: 0 },
    ],
    floodAt: 24,
    fitting: 20,
    status: 400,
    to,
    outage: { from: 0, quarters, status: 500 },
  },
]);

const FLOOD = 20;
const A_RUN_MS = 15 * MINUTE_MS;

test('sends each episode once within a run and an hour, apart from requested pauses', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ quarterHours, floodAt, status, to, outage, ...drawn }) => {
      // With smaller messages, five per run, what waits would take longer than an hour.
      const fitting = outage === null ? drawn.fitting : 20;
      const world = refusalWorld({ fitting, ...(to === 'mail' && { mail: 'hourly' as const }) });
      const down = { fromMs: Infinity, untilMs: -Infinity };
      const refuse = () => {
        if (to === 'mail') world.refuseMail({ culprits });
        else world.refuse({ culprits, status });
      };
      const turn = (isDown: boolean) => {
        down[isDown ? 'fromMs' : 'untilMs'] = world.nowMs();
        if (to === 'mail') world.setMailDown(isDown);
        else if (isDown) world.refuse({ culprits: 'all', status: outage!.status });
        else refuse();
      };
      const culprits: number[] = [];
      const published = new Map<number, number>();
      // A channel that seems to have failed for hours pauses for an hour after each further failure.
      const shortestPauseMs = quarterHours.some(({ isBehind }) => isBehind) ? HOUR_MS : 0;
      let pausedMs = 0;
      refuse();
      for (const [at, quarter] of quarterHours.entries()) {
        const { episodes, asksToWaitMinutes, catalogue } = quarter;
        if (at === outage?.from) turn(true);
        else if (outage !== null && at === outage.from + outage.quarters) turn(false);
        world.changeCatalogue(catalogue);
        world.setBehind(quarter.isBehind ? 2 * HOUR_MS : 0);
        // With smaller messages, five per run, a flood would take longer than an hour.
        const mayFlood = fitting === 20 && outage === null && to === 'hook';
        const flood = mayFlood && at === floodAt ? FLOOD : 0;
        for (let each = 0; each < flood; each += 1) {
          world.publish([published.size + 1]);
          published.set(published.size + 1, world.nowMs());
        }
        // A mail shows at most 20 episodes, and at most 50 wait for a channel.
        const most = to === 'mail' ? (at + 1) % 2 : outage === null ? 3 : 1;
        for (const isRefused of episodes.slice(0, most)) {
          const number = published.size + 1;
          // A title that was refused twice is left out, so this world could not tell what arrives.
          if (isRefused && outage === null) culprits.push(number);
          world.publish([number]);
          published.set(number, world.nowMs());
        }
        if (asksToWaitMinutes > 0 && to === 'hook') {
          const asksToWaitMs = asksToWaitMinutes * MINUTE_MS;
          world.pause(asksToWaitMs);
          pausedMs += Math.max(asksToWaitMs, shortestPauseMs);
        }
        await world.passes(A_RUN_MS);
      }
      world.setBehind(0);
      if (outage !== null && down.fromMs < Infinity && down.untilMs === -Infinity) {
        await world.passes(down.fromMs + outage.quarters * A_RUN_MS - world.nowMs());
        turn(false);
      }
      await world.passes(pausedMs + 3 * HOUR_MS);
      const receivedAtMs = to === 'mail' ? world.mailedAtMs() : world.receivedAtMs();
      const withinMs = A_RUN_MS + HOUR_MS + pausedMs;
      const isHeldUp = (atMs: number) => atMs < down.untilMs && atMs + withinMs > down.fromMs;
      const late = [...published].filter(([number, atMs]) => {
        const sinceMs = isHeldUp(atMs) ? down.untilMs : atMs;
        return (receivedAtMs.get(number) ?? Infinity) > sinceMs + withinMs;
      });
      expect(late).toEqual([]);
      expect(world.duplicates(to)).toEqual([]);
      const needless = world.asked.filter(
        ({ isPlain, links, atMs }) =>
          isPlain &&
          (atMs < down.fromMs || atMs > down.untilMs) &&
          !culprits.some((culprit) => links.includes(world.linkOf(culprit))),
      );
      expect(needless).toEqual([]);
    }),
    { numRuns: fuzzRuns(22), examples: LONG_OUTAGES },
  );
});

test('an hourly email comes within an hour once the mail service no longer refuses everything', async () => {
  const world = refusalWorld({ mail: 'hourly' });
  world.refuseMail({ culprits: 'all' });
  world.publish([1]);
  await world.passes(3 * HOUR_MS);
  world.refuseMail(null);
  await world.passes(HOUR_MS + A_RUN_MS);
  expect(world.received('mail')).toEqual([1]);
});
