import { expect, test } from 'vitest';
import { spokenPlace } from './spoken-place.ts';

test.each([
  [250_250, 'Élodie', 'Said by Élodie at about'],
  [0, undefined, 'Said at about'],
  [null, 'Ann', 'Said by Ann'],
  [null, undefined, 'Said in the episode'],
])('%s ms, said by %s: %s', (atMs, speaker, expected) => {
  expect(spokenPlace({ text: 'a', atMs, ...(speaker !== undefined && { speaker }) })).toBe(
    expected,
  );
});
