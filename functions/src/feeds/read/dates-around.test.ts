import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { withoutBlowUp } from '../fixtures/without-blow-up.ts';
import { datesAround } from './dates-around.ts';

const NOW = 1_000_000_000_000;
const around = (dates: (number | null)[], feedDate: number | null = null) =>
  datesAround(dates, feedDate, NOW).filter((each) => each !== undefined);

describe('an item without a date', () => {
  it.each([
    ['between two', [30, null, 10], { afterMs: 10, beforeMs: 30 }],
    ['between two, the oldest first', [10, null, 30], { afterMs: 10, beforeMs: 30 }],
    ['newest of all', [null, 30, 20], { afterMs: 30, beforeMs: null }],
    ['newest of all, the oldest first', [20, 30, null], { afterMs: 30, beforeMs: null }],
    ['oldest of all', [30, 20, null], { afterMs: null, beforeMs: 20 }],
    ['oldest of all, the oldest first', [null, 20, 30], { afterMs: null, beforeMs: 20 }],
    ['above a single one', [null, 30], { afterMs: 30, beforeMs: null }],
    ['below a single one', [30, null], { afterMs: null, beforeMs: 30 }],
    ['beside several of one time', [30, 30, null], { afterMs: null, beforeMs: 30 }],
    ['beside one of the future', [NOW * 2, null], { afterMs: null, beforeMs: null }],
    ['alone', [null], { afterMs: null, beforeMs: null }],
  ])('bounds the date of an item %s', (_, dates, expected) => {
    expect(around(dates)).toEqual([expected]);
  });

  it('an undated item is no newer than its feed', () => {
    expect(around([null], 50)).toEqual([{ afterMs: null, beforeMs: 50 }]);
    expect(around([70, null], 50)).toEqual([{ afterMs: null, beforeMs: 50 }]);
    expect(around([null], NOW + 1)).toEqual([{ afterMs: null, beforeMs: null }]);
  });

  it('the true date lies within the bounds in any sorted feed', () => {
    const item = fc.record({ ms: fc.integer({ min: 0, max: 100 }), isHidden: fc.boolean() });
    fc.assert(
      fc.property(fc.array(item), fc.boolean(), (items, isReversed) => {
        const sorted = items.toSorted((a, b) => (isReversed ? a.ms - b.ms : b.ms - a.ms));
        const dates = sorted.map(({ ms, isHidden }) => (isHidden ? null : ms));
        // With fewer than two dates, a reversed order cannot be detected.
        fc.pre(!isReversed || new Set(dates.filter((date) => date !== null)).size > 1);
        for (const [at, each] of datesAround(dates, null, NOW).entries()) {
          expect(each === undefined).toBe(dates[at] !== null);
          const ms = sorted[at]?.ms ?? NaN;
          expect(each?.afterMs ?? ms).toBeLessThanOrEqual(ms);
          expect(each?.beforeMs ?? ms).toBeGreaterThanOrEqual(ms);
        }
      }),
      { numRuns: fuzzRuns(200) },
    );
  });

  it('finds bounds in linear time', () => {
    withoutBlowUp(() => around(Array.from({ length: 1_000_000 }, () => null)));
  });
});
