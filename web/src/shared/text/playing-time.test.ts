import { expect, test } from 'vitest';
import { playingTime } from './playing-time.ts';

test.each([
  [0, '0:00'],
  [5.999, '0:05'],
  [250.25, '4:10'],
  [754, '12:34'],
  [3754, '1:02:34'],
])('formats %s s as %s', (seconds, text) => {
  expect(playingTime(seconds)).toBe(text);
});
