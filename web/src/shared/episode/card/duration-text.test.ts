import { expect, test } from 'vitest';
import { shortDuration, spokenDuration } from './duration-text.ts';

test.each([
  [1, '1 min', '1 minute'],
  [89, '1 min', '1 minute'],
  [90, '2 min', '2 minutes'],
  [2880, '48 min', '48 minutes'],
  [3599, '1 h', '1 hour'],
  [3660, '1 h 1 min', '1 hour 1 minute'],
  [4320, '1 h 12 min', '1 hour 12 minutes'],
  [172_800, '48 h', '48 hours'],
])('formats %d seconds as %s', (seconds, short, spoken) => {
  expect(shortDuration(seconds)).toBe(short);
  expect(spokenDuration(seconds)).toBe(spoken);
});
