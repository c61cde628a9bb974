import { expect, test } from 'vitest';
import { publishedText } from './published-text.ts';

test.each([
  ['2026-11-21T12:00:00Z', 'UTC', 'Nov 21, 2026'],
  ['2026-11-22T02:00:00Z', 'America/Los_Angeles', 'Nov 21, 2026'],
  ['2026-11-21T18:00:00Z', 'Asia/Tokyo', 'Nov 22, 2026'],
  ['2026-12-31T18:30:00Z', 'Asia/Kolkata', 'Jan 1, 2027'],
])('%s in %s is %s, however late the mail is read', (at, timeZone, shown) => {
  expect(publishedText(Date.parse(at), timeZone)).toBe(shown);
});

test.each([NaN, Infinity, 8.65e15, -8.65e15])('%s is no date', (pubDateMs) => {
  expect(publishedText(pubDateMs, 'UTC')).toBe('Date unavailable');
});
