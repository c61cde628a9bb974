import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import { fuzzRuns } from '../../test-runs.ts';
import {
  countAfter,
  type CountedMatches,
  countedSince,
  NONE_COUNTED,
  packCounted,
  spanOf,
  unpackCounted,
  withCounted,
} from './counted-matches.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const SPAN_MS = 15 * MINUTE_MS;

/** Numbers of matches by the time at which they became news. */
function counted(before: CountedMatches, numbers: Iterable<[atMs: number, number: number]>) {
  return withCounted(before, new Map([...numbers].map(([atMs, number]) => [spanOf(atMs), number])));
}

test('a quarter of an hour belongs to the window until its end', () => {
  const all = counted(NONE_COUNTED, [
    [NOW, 3],
    [NOW + SPAN_MS, 4],
    [NOW + 17 * DAY_MS, 5],
  ]);
  expect(countedSince(all, NOW + SPAN_MS - 1)).toBe(all);
  expect(countAfter(countedSince(all, NOW + SPAN_MS), 0)).toBe(9);
  expect(countedSince(all, NOW + 18 * DAY_MS)).toHaveLength(0);
  expect(countAfter(all, 0)).toBe(12);
});

test('those count that became news after a time', () => {
  const all = counted(NONE_COUNTED, [
    [NOW, 3],
    [NOW + SPAN_MS, 4],
  ]);
  const counts = [NOW - 1, NOW, NOW + SPAN_MS - 1, NOW + SPAN_MS].map((at) => countAfter(all, at));
  expect(counts).toEqual([7, 4, 4, 0]);
});

test('a quarter of an hour with a million matches is counted to the last, and older ones stay in order', () => {
  const million = counted(counted(NONE_COUNTED, [[NOW, 999_999]]), [[NOW, 1]]);
  const all = counted(million, [
    [NOW - SPAN_MS, 2],
    [NOW + SPAN_MS, 3],
  ]);
  expect(countAfter(all, NOW - 1)).toBe(1_000_003);
  expect(countAfter(all, 0)).toBe(1_000_005);
  expect(countAfter(countedSince(all, NOW + SPAN_MS), 0)).toBe(3);
});

test('a time that no clock should tell is counted at the edge', () => {
  const all = counted(NONE_COUNTED, [
    [-DAY_MS, 1],
    [Date.UTC(3000, 0), 2],
  ]);
  expect(countAfter(all, NOW)).toBe(2);
  expect(all).toHaveLength(2);
});

test('the counts of a query that matches all the time take a few kilobytes, stored and in memory', () => {
  const each = Array.from({ length: (17 * DAY_MS) / SPAN_MS }, (_, span): [number, number] => [
    NOW + span * SPAN_MS,
    600,
  ]);
  const all = counted(NONE_COUNTED, each);
  expect(all.byteLength).toBe(each.length * 4);
  expect(packCounted(all).length).toBeLessThan(each.length * 6);
});

test('whatever is added in whatever order, it counts as a plain list does, also read from storage', () => {
  const span = fc.integer({ min: 0, max: 40 });
  const more = fc.array(fc.tuple(span, fc.integer({ min: 1, max: 3000 })), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(more, { maxLength: 8 }), span, span, (batches, from, after) => {
      let all = NONE_COUNTED;
      const plain: [span: number, number: number][] = [];
      for (const batch of batches) {
        const numbers = new Map(batch);
        plain.push(...numbers);
        const before = packCounted(all);
        const next = withCounted(all, numbers);
        expect(packCounted(all)).toBe(before);
        all = unpackCounted(packCounted(next));
        expect(all).toEqual(next);
      }
      const left = plain.filter(([each]) => each >= from && each > after);
      const expected = left.reduce((sum, [, number]) => sum + number, 0);
      expect(countAfter(countedSince(all, from * SPAN_MS), after * SPAN_MS)).toBe(expected);
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test('counts that are cut off are refused', () => {
  const packed = packCounted(counted(NONE_COUNTED, [[NOW, 1]]));
  expect(() => unpackCounted(packed.slice(0, 4))).toThrow(RangeError);
});
