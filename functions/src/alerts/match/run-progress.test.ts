import { expect, test } from 'vitest';
import { HOUR_MS } from '../../contract/index.ts';
import { WINDOW_DAYS } from './match-window.ts';
import { progressAfter } from './run-progress.ts';

const now = Date.UTC(2026, 10, 21, 12);
const missed = (uid: string, hoursAgo = 0) => ({ uid, slotMs: now - hoursAgo * HOUR_MS });

test('a slot that failed again stays missed, at most the latest per person', () => {
  const before = { lastRunAtMs: now - HOUR_MS, missed: [missed('ada', 3), missed('bob', 3)] };
  const result = { tried: before.missed, failed: [missed('ada', 1)], servedUntilMs: now };
  expect(progressAfter(before, result, now)).toEqual({
    lastRunAtMs: now,
    missed: [missed('ada', 1)],
  });
});

test('a slot that a concurrent run missed stays missed', () => {
  const before = { lastRunAtMs: now - HOUR_MS, missed: [missed('ada', 1), missed('bob', 3)] };
  const result = { tried: [missed('ada', 2), missed('bob', 3)], failed: [], servedUntilMs: now };
  expect(progressAfter(before, result, now)).toEqual({
    lastRunAtMs: now,
    missed: [missed('ada', 1)],
  });
});

test('drops missed slots older than the match window', () => {
  const before = {
    lastRunAtMs: now,
    missed: [missed('ada', WINDOW_DAYS * 24), missed('bob', WINDOW_DAYS * 24 + 1)],
  };
  const result = { tried: [], failed: [], servedUntilMs: now };
  expect(progressAfter(before, result, now).missed).toEqual([missed('ada', WINDOW_DAYS * 24)]);
});
