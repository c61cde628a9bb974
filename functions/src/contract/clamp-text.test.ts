import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clampText } from './clamp-text.ts';

test('returns a text that fits unchanged', () => {
  expect(clampText('abc', 3)).toBe('abc');
  expect(clampText('a🎙', 3)).toBe('a🎙');
});

test('drops a surrogate pair that does not fit', () => {
  expect(clampText('a🎙b', 2)).toBe('a');
  expect(clampText('a🎙b', 3)).toBe('a🎙');
  expect(clampText('🎙', 1)).toBe('');
});

test('cuts any text to a well-formed prefix within the limit', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 });
  fc.assert(
    fc.property(text, fc.nat(25), (whole, maxLength) => {
      const cut = clampText(whole, maxLength);
      expect(whole.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(maxLength);
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(whole.length, maxLength - 1));
      expect(cut).toBe(Buffer.from(cut).toString());
    }),
  );
});
