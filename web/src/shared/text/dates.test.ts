import { expect, test } from 'vitest';
import { longDate, shortDate, dayText } from './dates.ts';

const noon = new Date(2026, 10, 5, 12).getTime();

test('formats a day in US English everywhere', () => {
  expect(shortDate(noon)).toBe('Nov 5, 2026');
  expect(longDate(noon)).toBe('November 5, 2026');
});

test.each([Number.NaN, Infinity, 8.64e15 + 1])('formats %d as an empty text', (epochMs) => {
  expect(shortDate(epochMs)).toBe('');
  expect(longDate(epochMs)).toBe('');
});

test('says today for any time of the current day, and the date of others', () => {
  const midnight = new Date().setHours(0, 0, 0, 0);
  expect([dayText(midnight), dayText(Date.now())]).toEqual(['today', 'today']);
  expect(dayText(midnight - 1)).toBe(shortDate(midnight - 1));
  expect(dayText(NaN)).toBe('');
});
