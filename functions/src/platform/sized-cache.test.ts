import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../test-runs.ts';
import { createSizedCache } from './sized-cache.ts';

const ROOM = 10_000;

test('whatever is put in, it holds no more than its room, and the last that fits', () => {
  const sizes = fc.oneof(fc.nat(ROOM / 4), fc.nat(2 * ROOM));
  const steps = fc.array(
    fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), size: sizes, isRead: fc.boolean() }),
  );
  fc.assert(
    fc.property(steps, (drawn) => {
      const cache = createSizedCache<number>(ROOM, (size) => size);
      for (const { key, size, isRead } of drawn) {
        if (isRead) cache.get(key);
        else cache.set(key, size);
        expect(cache.bytes()).toBeLessThanOrEqual(ROOM);
        if (!isRead) expect(cache.get(key)).toBe(size + 202 <= ROOM ? size : undefined);
      }
      for (const key of ['a', 'b', 'c', 'd']) cache.delete(key);
      expect(cache.bytes()).toBe(0);
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test('what was used longest ago goes first', () => {
  const cache = createSizedCache<number>(ROOM, (size) => size);
  for (const key of ['a', 'b', 'c']) cache.set(key, 3000);
  cache.get('a');
  cache.set('d', 3000);
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined)).toEqual([
    'a',
    'c',
    'd',
  ]);
});
