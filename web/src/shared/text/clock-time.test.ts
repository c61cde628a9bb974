import { expect, test } from 'vitest';
import { dateAndTime } from './clock-time.ts';

const AFTERNOON = new Date(2026, 10, 19, 16, 5).getTime();

test.each([
  ['en-US', /^Nov 19, 2026, 4:05\sPM$/],
  ['de-DE', /^Nov 19, 2026, 16:05$/],
  ['en-GB', /^Nov 19, 2026, 16:05$/],
])('formats the date in US English and the time as usual in %s', (language, expected) => {
  expect(dateAndTime(AFTERNOON, language)).toMatch(expected);
});
