import { expect, test } from 'vitest';
import { byteRange } from './byte-range.ts';

test.each([
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=10-19', { first: 10, last: 19 }],
  ['bytes=10-500', { first: 10, last: 99 }],
  ['bytes=-5', { first: 95, last: 99 }],
  ['bytes=-500', { first: 0, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [undefined, null],
  ['bytes=-', null],
  ['bytes=20-10', null],
  ['bytes=0-1,5-6', null],
  ['items=0-1', null],
])('of a hundred bytes, %s means %j', (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected);
});
