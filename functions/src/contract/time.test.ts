import { expect, test } from 'vitest';
import { MAX_DURATION_S, readDuration } from './time.ts';

test.each([
  [2880, 2880],
  [1, 1],
  [754.6, 755],
  [MAX_DURATION_S, 172_800],
])('%d seconds last %d whole ones', (value, seconds) => {
  expect(readDuration(value)).toBe(seconds);
});

test.each([0, 0.4, -60, Number.NaN, Infinity, MAX_DURATION_S + 1, 1e15, '2880', null, undefined])(
  '%j is no duration that is believed',
  (value) => {
    expect(readDuration(value)).toBeNull();
  },
);
