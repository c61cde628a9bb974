import { expect, test } from 'vitest';
import { MAX_DURATION_S, readDuration } from './time.ts';

test.each([
  [2880, 2880],
  [1, 1],
  [754.6, 755],
  [MAX_DURATION_S, 172_800],
])('reads a duration of %d seconds as %d', (value, seconds) => {
  expect(readDuration(value)).toBe(seconds);
});

test.each([0, 0.4, -60, Number.NaN, Infinity, MAX_DURATION_S + 1, 1e15, '2880', null, undefined])(
  'reads no duration from %j',
  (value) => {
    expect(readDuration(value)).toBeNull();
  },
);
