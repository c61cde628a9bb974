import { expect, test } from 'vitest';
import { longDate, shortDate } from './dates.ts';

const noon = new Date(2026, 10, 5, 12).getTime();

test('a day is written the way of the United States, whatever the place', () => {
  expect(shortDate(noon)).toBe('Nov 5, 2026');
  expect(longDate(noon)).toBe('November 5, 2026');
});

test.each([Number.NaN, Infinity, 8.64e15 + 1])('%d is no day', (epochMs) => {
  expect(shortDate(epochMs)).toBe('');
  expect(longDate(epochMs)).toBe('');
});
