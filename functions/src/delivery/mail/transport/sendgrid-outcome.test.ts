import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../contract/index.ts';
import { sendgridWaitMs } from './sendgrid-outcome.ts';

const now = Date.parse('2026-11-21T09:00:00Z');

test.each([
  ['seconds', { 'retry-after': '30' }, 30_000],
  ['a day: an hour is enough', { 'retry-after': '86400' }, HOUR_MS],
  ['a moment', { 'x-ratelimit-reset': String(now / 1000 + 5) }, 5000],
  ['a moment gone by', { 'x-ratelimit-reset': String(now / 1000 - 5) }, 0],
  ['a moment far off', { 'x-ratelimit-reset': String(now / 1000 + 86_400) }, HOUR_MS],
  ['both: seconds count', { 'retry-after': '30', 'x-ratelimit-reset': String(now / 1000) }, 30_000],
  [
    'nonsense, then a moment',
    { 'retry-after': 'soon', 'x-ratelimit-reset': String(now / 1000 + 5) },
    5000,
  ],
  ['nonsense', { 'retry-after': 'soon' }, null],
  ['nothing', {}, null],
])('%s', (_name, headers, waitMs) => {
  expect(sendgridWaitMs(headers, now)).toBe(waitMs);
});
