import { expect, test } from 'vitest';
import { hourText, weekdayText, zoneText } from './clock-text.ts';

test.each([
  [0, '12:00 AM'],
  [8, '8:00 AM'],
  [12, '12:00 PM'],
  [23, '11:00 PM'],
])('formats hour %i as %s', (hour, text) => {
  // Some versions of ICU use a narrow no-break space before AM and PM.
  expect(hourText(hour).replace(/\s/u, ' ')).toBe(text);
});

test('counts weekdays from Monday', () => {
  expect([1, 5, 7].map(weekdayText)).toEqual(['Monday', 'Friday', 'Sunday']);
});

test('shows a time zone without underscores', () => {
  expect(zoneText('America/Argentina/Buenos_Aires')).toBe('America/Argentina/Buenos Aires');
});
