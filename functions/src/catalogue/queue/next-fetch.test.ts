import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { NOW } from '../testing/test-catalogue.ts';
import { type Fetched, nextFetch, nextFetchAfterFailure, rhythmOf } from './next-fetch.ts';

/** A weekly show, three days after its newest episode. This `chance` gives no jitter. */
const WEEKLY: Fetched = {
  now: NOW,
  gapMs: 7 * DAY_MS,
  newestAtMs: NOW - 3 * DAY_MS,
  followed: false,
  hadNews: true,
  intervalMs: 0,
  maxAgeMs: null,
  chance: 0.5,
};
const DAILY = { gapMs: DAY_MS, newestAtMs: NOW - 6 * HOUR_MS };

describe('the next fetch after a success', () => {
  test.each<[string, Partial<Fetched>, hours: number]>([
    ['fetches a weekly show eight times between episodes', {}, 21],
    ['fetches a daily show eight times a day', DAILY, 3],
    ['waits at least 15 minutes', { gapMs: 10 * MINUTE_MS }, 0.25],
    ['waits a day without a known rhythm', { gapMs: null }, 24],
    ['waits a day without an episode', { gapMs: null, newestAtMs: null }, 24],
    [
      'increases the interval by a fifth after a fetch without news',
      { ...DAILY, hadNews: false, intervalMs: 4 * HOUR_MS },
      4.8,
    ],
    [
      'keeps the usual interval after a first fetch without news',
      { ...DAILY, hadNews: false, intervalMs: 0 },
      3,
    ],
    ['waits at most a day', { hadNews: false, intervalMs: 23 * HOUR_MS }, 24],
    ['resets the interval after news', { ...DAILY, intervalMs: 20 * HOUR_MS }, 3],
    ['fetches a followed feed every 15 minutes', { followed: true, maxAgeMs: DAY_MS }, 0.25],
    [
      'fetches weekly after three months without an episode',
      { newestAtMs: NOW - 90 * DAY_MS },
      7 * 24,
    ],
    [
      'fetches monthly after a year without an episode',
      { newestAtMs: NOW - 365 * DAY_MS },
      30 * 24,
    ],
    ['waits until the response is stale', { ...DAILY, maxAgeMs: 5 * HOUR_MS }, 5],
    ['waits at most six hours for a stale response', { ...DAILY, maxAgeMs: DAY_MS }, 6],
    ['fetches up to a tenth sooner by chance', { chance: 0 }, 21 * 0.9],
    ['fetches up to a tenth later by chance', { chance: 1 }, 21 * 1.1],
    [
      'fetches 30 minutes before an expected episode',
      { newestAtMs: NOW - 7 * DAY_MS + 10 * HOUR_MS },
      9.5,
    ],
    ['fetches every 15 minutes around an expected episode', { newestAtMs: NOW - 7 * DAY_MS }, 0.25],
    [
      'fetches every 15 minutes until an episode is two hours late',
      { newestAtMs: NOW - 7 * DAY_MS - 2 * HOUR_MS, hadNews: false, intervalMs: DAY_MS },
      0.25,
    ],
    [
      'keeps the usual interval when an episode is later than that',
      { newestAtMs: NOW - 7 * DAY_MS - 3 * HOUR_MS, hadNews: false, intervalMs: 0 },
      21,
    ],
    [
      'expects the next episode after a missed episode',
      { newestAtMs: NOW - 14 * DAY_MS + 10 * HOUR_MS, hadNews: false },
      9.5,
    ],
  ])('%s', (_, fetched, hours) => {
    const { nextFetchAtMs } = nextFetch({ ...WEEKLY, ...fetched });
    expect((nextFetchAtMs - NOW) / HOUR_MS).toBeCloseTo(hours, 5);
  });

  it('always waits between 15 minutes and 33 days', () => {
    const time = fc.option(fc.integer({ min: 0, max: 400 * DAY_MS }), { nil: null });
    const fetched = fc.record({
      now: fc.constant(NOW),
      gapMs: time,
      newestAtMs: time.map((age) => (age === null ? null : NOW + DAY_MS - age)),
      followed: fc.boolean(),
      hadNews: fc.boolean(),
      intervalMs: fc.integer({ min: 0, max: 40 * DAY_MS }),
      maxAgeMs: time,
      chance: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fetched, (each) => {
        const { nextFetchAtMs, intervalMs } = nextFetch(each);
        expect(nextFetchAtMs).toBeGreaterThanOrEqual(NOW + 15 * MINUTE_MS - 1);
        expect(nextFetchAtMs).toBeLessThanOrEqual(NOW + 33 * DAY_MS);
        expect(intervalMs).toBeLessThanOrEqual(30 * DAY_MS);
        expect([nextFetchAtMs, intervalMs].every(Number.isSafeInteger)).toBe(true);
      }),
    );
  });
});

describe('the rhythm of a feed', () => {
  test.each([
    [
      'the rhythm is the median gap',
      [0, 7, 14, 15, 21, 28],
      { gapMs: 7 * DAY_MS, newestAtMs: NOW },
    ],
    ['a single episode gives no gap', [3], { gapMs: null, newestAtMs: NOW - 3 * DAY_MS }],
    ['a feed without dates has no rhythm', [null], { gapMs: null, newestAtMs: null }],
    ['ignores episodes in the future', [-3, 1, 2], { gapMs: DAY_MS, newestAtMs: NOW - DAY_MS }],
    [
      'uses the last ten episodes',
      [...Array(10).keys(), 100, 200, 300],
      { gapMs: DAY_MS, newestAtMs: NOW },
    ],
  ])('%s', (_, days, rhythm) => {
    const dates = days.map((age) => (age === null ? null : NOW - age * DAY_MS));
    expect(rhythmOf(dates, NOW)).toEqual(rhythm);
  });
});

describe('the next fetch after a failure', () => {
  test.each([
    ['fetches at the next run', 1, 15 * MINUTE_MS],
    ['fetches at the next run', 5, 15 * MINUTE_MS],
    ['increases the pause', 6, 1296_000],
    ['increases the pause', 10, 10_000_000],
    ['waits at most three days', 1000, 3 * DAY_MS],
  ])('%s after %i failures', (_, failures, pauseMs) => {
    expect(nextFetchAfterFailure({ code: 'timed-out' }, failures, NOW)).toBe(NOW + pauseMs);
  });

  it('waits three days if the feed is gone', () => {
    expect(nextFetchAfterFailure({ code: 'gone' }, 1, NOW)).toBe(NOW + 3 * DAY_MS);
  });

  it('waits at least for Retry-After, and never less than usual', () => {
    const after = (retryAfterMs: number) =>
      nextFetchAfterFailure({ code: 'asked-to-wait', retryAfterMs }, 1, NOW) - NOW;
    expect(after(5 * DAY_MS)).toBe(5 * DAY_MS);
    expect(after(1000)).toBe(15 * MINUTE_MS);
  });
});
