import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { createSizedCache } from './sized-cache.ts';

const MAX_BYTES = 10_000;

test('never exceeds its size, and contains the last value that fits', () => {
  const sizes = fc.oneof(fc.nat(MAX_BYTES / 4), fc.nat(2 * MAX_BYTES));
  const steps = fc.array(
    fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), size: sizes, isRead: fc.boolean() }),
  );
  fc.assert(
    fc.property(steps, (drawn) => {
      const cache = createSizedCache<number>(MAX_BYTES, (size) => size);
      for (const { key, size, isRead } of drawn) {
        if (isRead) cache.get(key);
        else cache.set(key, size);
        expect(cache.bytes()).toBeLessThanOrEqual(MAX_BYTES);
        if (!isRead) expect(cache.get(key)).toBe(size + 202 <= MAX_BYTES ? size : undefined);
      }
      for (const key of ['a', 'b', 'c', 'd']) cache.delete(key);
      expect(cache.bytes()).toBe(0);
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test('evicts the least recently used entry first', () => {
  const cache = createSizedCache<number>(MAX_BYTES, (size) => size);
  for (const key of ['a', 'b', 'c']) cache.set(key, 3000);
  cache.get('a');
  cache.set('d', 3000);
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined)).toEqual([
    'a',
    'c',
    'd',
  ]);
});
