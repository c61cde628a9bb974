import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { NOW } from '../testing/test-catalogue.ts';
import { type Fetched, nextFetch, nextFetchAfterFailure, rhythmOf } from './next-fetch.ts';

/** A weekly show, three days after its newest episode, that was asked with the middle of the jitter. */
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

describe('a feed that answers is asked again', () => {
  test.each<[string, Partial<Fetched>, hours: number]>([
    ['eight times from one episode to the next', {}, 21],
    ['eight times a day if daily', DAILY, 3],
    ['a quarter of an hour later at the earliest', { gapMs: 10 * MINUTE_MS }, 0.25],
    ['after a day where no rhythm is known', { gapMs: null }, 24],
    ['after a day where it has no episode', { gapMs: null, newestAtMs: null }, 24],
    [
      'a fifth later when it had nothing',
      { ...DAILY, hadNews: false, intervalMs: 4 * HOUR_MS },
      4.8,
    ],
    ['as usual when it had nothing at first', { ...DAILY, hadNews: false, intervalMs: 0 }, 3],
    ['a day later at the latest', { hadNews: false, intervalMs: 23 * HOUR_MS }, 24],
    ['as usual again after news', { ...DAILY, intervalMs: 20 * HOUR_MS }, 3],
    ['every quarter of an hour if somebody follows it', { followed: true, maxAgeMs: DAY_MS }, 0.25],
    ['once a week after three silent months', { newestAtMs: NOW - 90 * DAY_MS }, 7 * 24],
    ['once a month after a silent year', { newestAtMs: NOW - 365 * DAY_MS }, 30 * 24],
    ['not before its answer is stale', { ...DAILY, maxAgeMs: 5 * HOUR_MS }, 5],
    ['after six hours, however long its answer is said to hold', { ...DAILY, maxAgeMs: DAY_MS }, 6],
    ['a tenth sooner by chance', { chance: 0 }, 21 * 0.9],
    ['a tenth later by chance', { chance: 1 }, 21 * 1.1],
    [
      'half an hour before an episode is expected',
      { newestAtMs: NOW - 7 * DAY_MS + 10 * HOUR_MS },
      9.5,
    ],
    ['a quarter of an hour later while one is expected', { newestAtMs: NOW - 7 * DAY_MS }, 0.25],
    [
      'as often for two hours, if it is late',
      { newestAtMs: NOW - 7 * DAY_MS - 2 * HOUR_MS, hadNews: false, intervalMs: DAY_MS },
      0.25,
    ],
    [
      'as usual when it is later than that',
      { newestAtMs: NOW - 7 * DAY_MS - 3 * HOUR_MS, hadNews: false, intervalMs: 0 },
      21,
    ],
    [
      'when the one after a missed one is expected',
      { newestAtMs: NOW - 14 * DAY_MS + 10 * HOUR_MS, hadNews: false },
      9.5,
    ],
  ])('%s', (_, fetched, hours) => {
    const { nextFetchAtMs } = nextFetch({ ...WEEKLY, ...fetched });
    expect((nextFetchAtMs - NOW) / HOUR_MS).toBeCloseTo(hours, 5);
  });

  it('between a quarter of an hour and a little over a month later, whatever is known', () => {
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
    ['is its usual gap', [0, 7, 14, 15, 21, 28], { gapMs: 7 * DAY_MS, newestAtMs: NOW }],
    ['has no gap with one episode', [3], { gapMs: null, newestAtMs: NOW - 3 * DAY_MS }],
    ['is unknown without dates', [null], { gapMs: null, newestAtMs: null }],
    [
      'leaves out episodes of the days to come',
      [-3, 1, 2],
      { gapMs: DAY_MS, newestAtMs: NOW - DAY_MS },
    ],
    [
      'is that of the last ten',
      [...Array(10).keys(), 100, 200, 300],
      { gapMs: DAY_MS, newestAtMs: NOW },
    ],
  ])('%s', (_, days, rhythm) => {
    const dates = days.map((age) => (age === null ? null : NOW - age * DAY_MS));
    expect(rhythmOf(dates, NOW)).toEqual(rhythm);
  });
});

describe('a feed that fails is asked again', () => {
  test.each([
    ['at the next run', 1, 15 * MINUTE_MS],
    ['at the next run, five times', 5, 15 * MINUTE_MS],
    ['later and later', 6, 1296_000],
    ['later and later', 10, 10_000_000],
    ['after three days at the latest', 1000, 3 * DAY_MS],
  ])('%s, after %i failures', (_, failures, pauseMs) => {
    expect(nextFetchAfterFailure({ code: 'timed-out' }, failures, NOW)).toBe(NOW + pauseMs);
  });

  it('after three days when it is gone for good', () => {
    expect(nextFetchAfterFailure({ code: 'gone' }, 1, NOW)).toBe(NOW + 3 * DAY_MS);
  });

  it('when its host asked for it, and never sooner than otherwise', () => {
    const after = (retryAfterMs: number) =>
      nextFetchAfterFailure({ code: 'asked-to-wait', retryAfterMs }, 1, NOW) - NOW;
    expect(after(5 * DAY_MS)).toBe(5 * DAY_MS);
    expect(after(1000)).toBe(15 * MINUTE_MS);
  });
});
