import { describe, expect, it } from 'vitest';
import { MAX_RETRY_AFTER_MS, retryAfterMs } from './retry-after.ts';

const NOW = Date.UTC(2026, 10, 21, 2);

describe('retryAfterMs', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Sat, 21 Nov 2026 02:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 01:00:00 GMT', 0],
    ['99999999999999999999', MAX_RETRY_AFTER_MS],
    ['Fri, 31 Dec 9999 23:59:59 GMT', MAX_RETRY_AFTER_MS],
  ])('reads %j', (header, expected) => {
    expect(retryAfterMs(header, NOW)).toBe(expected);
  });

  it.each([null, '', 'soon', '-5', '1.5', '05/10/2026'])('makes nothing of %j', (header) => {
    expect(retryAfterMs(header, NOW)).toBeNull();
  });
});
