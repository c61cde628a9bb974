import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { nextFetchAfterFailure } from './next-fetch.ts';
import { NOW } from '../testing/test-catalogue.ts';

describe('a feed that fails', () => {
  it('is asked after twice as long each time, up to a day', () => {
    const pauses = [1, 2, 3, 6, 7, 8, 1000].map(
      (failures) => nextFetchAfterFailure({ code: 'timed-out' }, failures, NOW) - NOW,
    );
    expect(pauses).toEqual([
      30 * MINUTE_MS,
      HOUR_MS,
      2 * HOUR_MS,
      16 * HOUR_MS,
      DAY_MS,
      DAY_MS,
      DAY_MS,
    ]);
  });

  it('is asked once a day when it is gone for good', () => {
    expect(nextFetchAfterFailure({ code: 'gone' }, 1, NOW)).toBe(NOW + DAY_MS);
  });

  it('is left alone for as long as its host asked, and never asked sooner than otherwise', () => {
    const after = (retryAfterMs: number) =>
      nextFetchAfterFailure({ code: 'asked-to-wait', retryAfterMs }, 1, NOW) - NOW;
    expect(after(3 * DAY_MS)).toBe(3 * DAY_MS);
    expect(after(1000)).toBe(30 * MINUTE_MS);
  });
});
