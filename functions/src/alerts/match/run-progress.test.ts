import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../contract/index.ts';
import { WINDOW_DAYS } from './match-window.ts';
import { progressAfter, unstoredAfter } from './run-progress.ts';

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

describe('people whose matches could not be stored', () => {
  const cursor = (readUntilMs: number) => ({ catalogue: 'a', readUntilMs });
  const person = (fields = {}) => ({
    uid: 'ada',
    since: cursor(1) as ReturnType<typeof cursor> | null,
    lastRunAtMs: (now - 2 * HOUR_MS) as number | null,
    failedAtMs: now - HOUR_MS,
    failures: 1,
    ...fields,
  });
  const nothing = { caughtUp: [], failed: new Map<string, ReturnType<typeof cursor> | null>() };

  test.each([
    ['stay if nothing was tried', [person()], nothing, [person()]],
    ['leave once they are stored', [person()], { ...nothing, caughtUp: [person()] }, []],
    [
      'stay if another run has failed for them meanwhile',
      [person({ failures: 2 })],
      { ...nothing, caughtUp: [person()] },
      [person({ failures: 2 })],
    ],
    [
      'keep their first position and time when they fail again',
      [person({ since: null })],
      { ...nothing, failed: new Map([['ada', cursor(9)]]) },
      [person({ since: null, failures: 2 })],
    ],
    [
      'come back if another run has stored them and this one failed',
      [],
      { ...nothing, failed: new Map([['ada', cursor(9)]]) },
      [person({ since: cursor(9), lastRunAtMs: null, failedAtMs: now })],
    ],
  ])('%s', (_, before, result, after) => {
    expect(unstoredAfter(before, result, { nowMs: now, lastRunAtMs: null })).toEqual(after);
  });
});
