import { expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const now = Date.parse('2026-11-21T09:00:00Z');

test.each([
  ['seconds', { 'retry-after': '30' }, 30_000],
  ['a date', { 'retry-after': 'Sat, 21 Nov 2026 09:01:00 GMT' }, 60_000],
  ['a moment', { 'x-ratelimit-reset': String(now / 1000 + 5) }, 5000],
  ['a moment gone by', { 'x-ratelimit-reset': String(now / 1000 - 5) }, 0],
  ['a day: an hour is enough', { 'retry-after': '86400' }, 3_600_000],
  ['nonsense', { 'retry-after': 'soon' }, null],
  ['nothing', {}, null],
])('%s', (_name, headers, waitMs) => {
  expect(retryAfterMs(headers, now)).toBe(waitMs);
});
