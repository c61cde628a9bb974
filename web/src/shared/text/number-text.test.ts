import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberText } from './number-text.ts';

test('formats a count in US English', () => {
  fc.assert(
    fc.property(fc.nat(), (count) => {
      expect(numberText(count)).toBe(count.toLocaleString('en-US'));
    }),
    { numRuns: 500, examples: [[0], [999], [1000], [999_999], [1_000_000]] },
  );
});
