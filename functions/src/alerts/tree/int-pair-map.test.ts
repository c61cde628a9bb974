import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIntPairMap } from './int-pair-map.ts';

test('a table knows what was added, however much, and nothing else', () => {
  const table = createIntPairMap();
  for (let left = 0; left < 100; left += 1) {
    for (let right = 0; right < 100; right += 1) table.add(left, right, left * 1000 + right);
  }
  for (let left = 0; left < 100; left += 1) {
    for (let right = 0; right < 100; right += 1) {
      expect(table.get(left, right)).toBe(left * 1000 + right);
    }
    expect(table.get(left, 100)).toBe(-1);
    expect(table.get(100, left)).toBe(-1);
  }
});

test('whatever the pairs, the order of their numbers counts', () => {
  const number = fc.oneof(fc.nat(3), fc.nat(2 ** 31 - 1));
  const pairs = fc.uniqueArray(fc.tuple(number, number), { selector: String });
  fc.assert(
    fc.property(pairs, pairs, (added, others) => {
      const table = createIntPairMap();
      const known = new Map(added.map((pair, value) => [String(pair), value]));
      added.forEach(([left, right], value) => table.add(left, right, value));
      for (const [left, right] of [...added, ...others]) {
        expect(table.get(left, right)).toBe(known.get(String([left, right])) ?? -1);
      }
    }),
  );
});
