import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberText } from './number-text.ts';

test('a count is written as American English writes it', () => {
  fc.assert(
    fc.property(fc.nat(), (count) => {
      expect(numberText(count)).toBe(count.toLocaleString('en-US'));
    }),
    { numRuns: 500, examples: [[0], [999], [1000], [999_999], [1_000_000]] },
  );
});
