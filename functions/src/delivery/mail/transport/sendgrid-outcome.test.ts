import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../contract/index.ts';
import { sendgridWaitMs } from './sendgrid-outcome.ts';

const now = Date.parse('2026-11-21T09:00:00Z');

test.each([
  ['a number of seconds', { 'retry-after': '30' }, 30_000],
  ['a day, limited to an hour', { 'retry-after': '86400' }, HOUR_MS],
  ['a reset in the future', { 'x-ratelimit-reset': String(now / 1000 + 5) }, 5000],
  ['a reset in the past', { 'x-ratelimit-reset': String(now / 1000 - 5) }, 0],
  [
    'a reset tomorrow, limited to an hour',
    { 'x-ratelimit-reset': String(now / 1000 + 86_400) },
    HOUR_MS,
  ],
  [
    'both headers, of which Retry-After counts',
    { 'retry-after': '30', 'x-ratelimit-reset': String(now / 1000) },
    30_000,
  ],
  [
    'an invalid Retry-After with a reset',
    { 'retry-after': 'soon', 'x-ratelimit-reset': String(now / 1000 + 5) },
    5000,
  ],
  ['an invalid Retry-After', { 'retry-after': 'soon' }, null],
  ['neither header', {}, null],
])('reads the wait from %s', (_name, headers, waitMs) => {
  expect(sendgridWaitMs(headers, now)).toBe(waitMs);
});
