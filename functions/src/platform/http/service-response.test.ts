import { describe, expect, it, test } from 'vitest';
import { HOUR_MS } from '../../contract/index.ts';
import { type Refusal, refusalOf, retryAfterMs } from './service-response.ts';

const NOW = Date.UTC(2026, 10, 21, 2);

describe('retryAfterMs', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 02:01:00 GMT', 60_000],
    ['Saturday, 21-Nov-26 02:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 02:01:00 +0000', 60_000],
    ['2026-11-21T02:01:00Z', 60_000],
    ['Sat, 21 Nov 2026 01:00:00 GMT', 0],
    ['99999999999999999999', HOUR_MS],
    ['Fri, 31 Dec 9999 23:59:59 GMT', HOUR_MS],
  ])('parses the header %j', (header, expected) => {
    expect(retryAfterMs(header, NOW, HOUR_MS)).toBe(expected);
  });

  it.each([
    undefined,
    null,
    ['120', '240'],
    '',
    'soon',
    'soon 5',
    '-5',
    '1.5',
    '05/10/2026',
    '05/10/2026 02:01:00',
    'Sat, 32 Nov 2026 02:01:00 GMT',
  ])('returns null for %j', (header) => {
    expect(retryAfterMs(header, NOW, HOUR_MS)).toBeNull();
  });
});

test.each<[Refusal, number[]]>([
  ['content', [400, 403, 413, 422]],
  ['address', [301, 307, 401, 402, 404, 405, 409, 410, 415, 451]],
  ['moment', [408, 425, 429, 500, 502, 503, 504, 521, 599]],
])('a receiver refuses the %s with %j', (refusal, statuses) => {
  expect(statuses.map(refusalOf)).toEqual(statuses.map(() => refusal));
});
