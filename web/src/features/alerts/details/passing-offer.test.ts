import { expect, test } from 'vitest';
import { isMostlyPassing } from './passing-offer.tsx';

const matches = (about: number, passing: number, unknown = 0) => [
  ...Array.from({ length: about }, () => ({ strength: 'about' as const })),
  ...Array.from({ length: passing }, () => ({ strength: 'passing' as const })),
  ...Array.from({ length: unknown }, () => ({})),
];

test.each([
  [0, 0, 0, false],
  [0, 4, 0, false],
  [0, 5, 0, true],
  [3, 3, 0, false],
  [3, 4, 0, true],
  // Other search backends may not send a strength.
  [0, 0, 50, false],
])('%i about, %i passing, %i unknown: mostly passing is %s', (about, passing, unknown, is) => {
  expect(isMostlyPassing(matches(about, passing, unknown))).toBe(is);
});
