import { expect, test } from 'vitest';
import { weekOf } from './week-of.ts';

test('compares the last seven days with the seven before', () => {
  expect(weekOf([1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2])).toEqual({ week: 14, change: 7 });
  expect(weekOf(Array<number>(14).fill(0))).toEqual({ week: 0, change: 0 });
});
