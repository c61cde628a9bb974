import dayjs from 'dayjs';
import relativeTimePlugin from 'dayjs/plugin/relativeTime';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOfPublication, exactTime, isoTime, relativeTime } from './relative-time.ts';

const now = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

test.each([
  [10_000, 'a few seconds ago'],
  [MINUTE, 'a minute ago'],
  [5 * MINUTE, '5 minutes ago'],
  [3 * 60 * MINUTE, '3 hours ago'],
  [26 * 60 * MINUTE, 'a day ago'],
  [20 * 24 * 60 * MINUTE, '20 days ago'],
  [-3 * 60 * MINUTE, 'in 3 hours'],
])('formats %i ms before now as "%s"', (before, text) => {
  expect(relativeTime(now - before, now)).toBe(text);
});

test('agrees with dayjs on every time within the catalogue', () => {
  dayjs.extend(relativeTimePlugin);
  // dayjs counts calendar days, so the test uses weeks in which no country changes its clocks.
  const calm = Date.UTC(2026, 1, 20, 12);
  fc.assert(
    fc.property(fc.integer({ min: -26 * 60, max: 44 * 24 * 60 }), (minutesAgo) => {
      const moment = calm - minutesAgo * MINUTE;
      expect(relativeTime(moment, calm)).toBe(dayjs(moment).from(calm));
    }),
    // The boundaries between two phrases whose ranges are at most an hour wide.
    { numRuns: 2000, examples: [[2130], [2159], [2160], [89], [90], [1290], [1320]] },
  );
});

test('treats an invalid time as unavailable', () => {
  for (const invalid of [Number.NaN, Number.POSITIVE_INFINITY, 9e15, null, 0]) {
    expect(relativeTime(invalid, now)).toBe('Date unavailable');
    expect(dayOfPublication(invalid)).toBe('Date unavailable');
    expect(exactTime(invalid)).toBe('');
    expect(isoTime(invalid)).toBeUndefined();
  }
});

test('formats the publication day in UTC and US English', () => {
  expect(dayOfPublication(Date.UTC(2026, 10, 1, 23, 59))).toBe('Nov 1, 2026');
  fc.assert(
    fc.property(fc.date({ min: new Date(1), max: new Date(4e12), noInvalidDate: true }), (date) => {
      expect(dayOfPublication(date.getTime())).toBe(
        date.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' }),
      );
    }),
    { numRuns: 300 },
  );
});

test('tolerates clocks that differ by seconds', () => {
  expect(relativeTime(1_030_000, 1_000_000)).toBe('a few seconds ago');
  expect(relativeTime(1_060_000, 1_000_000)).toBe('in a minute');
});
