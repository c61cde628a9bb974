import { expect, test } from 'vitest';
import { HOUR_MS } from '../../contract/index.ts';
import { WINDOW_DAYS } from './match-window.ts';
import { progressAfter } from './run-progress.ts';

const now = Date.UTC(2026, 10, 21, 12);
const missed = (uid: string, hoursAgo = 0) => ({ uid, slotMs: now - hoursAgo * HOUR_MS });

test('what was tried and failed again stays missed, the latest slot of a person alone', () => {
  const before = { lastRunAtMs: now - HOUR_MS, missed: [missed('ada', 3), missed('bob', 3)] };
  const result = { tried: before.missed, failed: [missed('ada', 1)], servedUntilMs: now };
  expect(progressAfter(before, result, now)).toEqual({
    lastRunAtMs: now,
    missed: [missed('ada', 1)],
  });
});

test('what another run noted meanwhile stays', () => {
  const before = { lastRunAtMs: now - HOUR_MS, missed: [missed('ada', 1), missed('bob', 3)] };
  const result = { tried: [missed('ada', 2), missed('bob', 3)], failed: [], servedUntilMs: now };
  expect(progressAfter(before, result, now)).toEqual({
    lastRunAtMs: now,
    missed: [missed('ada', 1)],
  });
});

test('what could not be served for longer than the window is forgotten', () => {
  const before = {
    lastRunAtMs: now,
    missed: [missed('ada', WINDOW_DAYS * 24), missed('bob', WINDOW_DAYS * 24 + 1)],
  };
  const result = { tried: [], failed: [], servedUntilMs: now };
  expect(progressAfter(before, result, now).missed).toEqual([missed('ada', WINDOW_DAYS * 24)]);
});
