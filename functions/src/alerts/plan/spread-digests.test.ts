import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { delayOf, spreadMs } from './spread-digests.ts';

const EIGHT = Date.UTC(2026, 10, 21, 8);

test('does not spread digests that the queue can send within half a minute', () => {
  expect(spreadMs(1, 200)).toBe(0);
  expect(spreadMs(6000, 200)).toBe(0);
  expect(spreadMs(375, 12.5)).toBe(0);
});

test('spreads digests over half of the queue’s rate, within the hour if possible', () => {
  expect(spreadMs(100_000, 200)).toBe(1_000_000);
  expect(spreadMs(300_000, 200)).toBe(50 * MINUTE_MS);
  expect(spreadMs(600_000, 200)).toBe(50 * MINUTE_MS);
  expect(spreadMs(1_440_000, 200)).toBe(2 * HOUR_MS);
});

test('each person has a fixed delay, and delays are uniform', () => {
  const uids = Array.from({ length: 5000 }, (_, number) => `person ${number}`);
  const delays = uids.map((uid) => delayOf(uid, EIGHT, EIGHT, 1_000_000));
  expect(uids.map((uid) => delayOf(uid, EIGHT, EIGHT, 1_000_000))).toEqual(delays);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...delays)).toBeLessThan(1_000_000);
  const inFirstTenth = delays.filter((delayMs) => delayMs < 100_000).length;
  expect(Math.abs(inFirstTenth - 500)).toBeLessThan(100);
});

test('a late run spreads digests over the rest of the hour', () => {
  const late = EIGHT + 49 * MINUTE_MS;
  for (const uid of ['ada', 'bob', 'grace']) {
    expect(delayOf(uid, EIGHT, late, 50 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
    expect(delayOf(uid, EIGHT, late + HOUR_MS, 50 * MINUTE_MS)).toBe(0);
  }
});
