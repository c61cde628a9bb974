import fc from 'fast-check';
import { expect, test } from 'vitest';
import { equalShare } from './equal-share.ts';

test.each([
  [[], 10, 0],
  [[3], 10, 3],
  [[10, 1, 1], 7, 5],
  [[4, 4, 4], 11, 3],
  [[1, 1, 1], 2, 0],
])('keeps %j within a total of %i by a limit of %i each', (counts, most, share) => {
  expect(equalShare(counts, most)).toBe(share);
});

test('returns the largest limit that keeps to the total', () => {
  const counts = fc.array(fc.nat(50), { maxLength: 30 });
  fc.assert(
    fc.property(counts, fc.nat(200), (counts, most) => {
      const total = (share: number) =>
        counts.reduce((sum, count) => sum + Math.min(count, share), 0);
      const share = equalShare(counts, most);
      expect(total(share)).toBeLessThanOrEqual(most);
      if (share < Math.max(0, ...counts)) expect(total(share + 1)).toBeGreaterThan(most);
    }),
  );
});
