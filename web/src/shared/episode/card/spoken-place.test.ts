import { expect, test } from 'vitest';
import { spokenPlace } from './spoken-place.ts';

const place = (atMs: number | null, speaker: string | undefined, total = 1) =>
  spokenPlace({ text: 'a', atMs, ...(speaker !== undefined && { speaker }) }, total);

test.each([
  [250_250, 'Élodie', 'Said by Élodie at about 4:10'],
  [5_999, undefined, 'Said at about 0:05'],
  [754_000, undefined, 'Said at about 12:34'],
  [3_754_000, 'Ann', 'Said by Ann at about 1:02:34'],
  [null, 'Ann', 'Said by Ann'],
  [null, undefined, 'Said in the episode'],
])('%s ms, said by %s: %s', (atMs, speaker, expected) => {
  expect(place(atMs, speaker)).toBe(expected);
});

test('other places are counted', () => {
  expect(place(0, undefined, 2)).toBe('Said at about 0:00, and 1 more time');
  expect(place(null, undefined, 4)).toBe('Said in the episode, and 3 more times');
});
