import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import { countCalls, type RateDecision, type RateWindow } from './count-call.ts';

const perMinute = { limit: 3, windowMs: MINUTE_MS };

function countCall(earlier: number[], now: number, window: RateWindow, units = 1) {
  const { decisions, taken } = countCalls(earlier, [units], now, window);
  return { decision: decisions[0] as RateDecision, calls: taken };
}

test('allows calls up to the limit, then refuses until the oldest expires', () => {
  expect(countCall([0, 10_000], 20_000, perMinute)).toEqual({
    decision: { allowed: true, left: 0 },
    calls: [0, 10_000, 20_000],
  });
  expect(countCall([0, 10_000, 20_000], 30_000, perMinute)).toEqual({
    decision: { allowed: false, retryAfterMs: 30_000 },
    calls: [0, 10_000, 20_000],
  });
  expect(countCall([0, 10_000, 20_000], 60_000, perMinute).decision.allowed).toBe(true);
});

test('allows concurrent calls up to the remaining limit', () => {
  const refused = { allowed: false, retryAfterMs: 50_000 };
  expect(countCalls([0], [1, 1, 1, 1, 1], 10_000, perMinute)).toEqual({
    decisions: [{ allowed: true, left: 1 }, { allowed: true, left: 0 }, refused, refused, refused],
    taken: [0, 10_000, 10_000],
  });
});

test('refuses a call of several units until enough units expire', () => {
  expect(countCalls([0, 5_000], [2, 1], 10_000, perMinute)).toEqual({
    decisions: [
      { allowed: false, retryAfterMs: 50_000 },
      { allowed: true, left: 0 },
    ],
    taken: [0, 5_000, 10_000],
  });
  expect(countCall([0, 5_000], 10_000, perMinute, 3).decision).toEqual({
    allowed: false,
    retryAfterMs: 55_000,
  });
  expect(countCall([], 10_000, perMinute, 9).calls).toEqual([10_000, 10_000, 10_000]);
});

test('a clock that jumps by a day locks nobody out', () => {
  const now = 100 * DAY_MS;
  const full = [now - 2, now - 1, now];
  for (const jump of [-DAY_MS, DAY_MS]) {
    expect(countCall(full, now + jump, perMinute)).toEqual({
      decision: { allowed: true, left: 2 },
      calls: [now + jump],
    });
  }
});

test('counts times that are seconds ahead as now', () => {
  const { decision } = countCall([5000, 6000, 7000], 1000, perMinute);
  expect(decision).toEqual({ allowed: false, retryAfterMs: MINUTE_MS });
});

test('a lowered limit waits until the surplus calls expire', () => {
  const { decision } = countCall([0, 10_000, 20_000, 30_000, 40_000], 50_000, perMinute);
  expect(decision).toEqual({ allowed: false, retryAfterMs: 30_000 });
});

test('any clock: never exceeds the limit in a window or waits longer than the window', () => {
  const steps = fc.array(
    fc.oneof(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom(-DAY_MS, DAY_MS, -3000)),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 5 }), fc.nat(6), (moves, limit, most) => {
      const window = { limit, windowMs: MINUTE_MS };
      let calls: number[] = [];
      let now = 10 * DAY_MS;
      for (const move of moves) {
        now += move;
        const units = 1 + (Math.abs(move) % (most + 1));
        const counted = countCall(calls, now, window, units);
        calls = counted.calls;
        expect(calls.length).toBeLessThanOrEqual(limit);
        if (counted.decision.allowed) continue;
        const { retryAfterMs } = counted.decision;
        expect(retryAfterMs).toBeGreaterThan(0);
        expect(retryAfterMs).toBeLessThanOrEqual(60_000);
        expect(countCall(calls, now + retryAfterMs, window, units).decision.allowed).toBe(true);
      }
    }),
    { numRuns: fuzzRuns(500) },
  );
});

test('any clock: counts exactly the units of the window, at most at the current time', () => {
  const time = fc.integer({ min: 0, max: 200 });
  fc.assert(
    fc.property(fc.array(time), time, (times, now) => {
      const earlier = times.sort((a, b) => a - b);
      const { taken } = countCalls(earlier, [], now, { limit: 3, windowMs: 60 });
      const within = earlier.filter((at) => at > now - 60 && at < now + 60);
      expect(taken).toEqual(within.map((at) => (at > now ? now : at)));
    }),
  );
});
