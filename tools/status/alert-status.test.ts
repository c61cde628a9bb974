import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../functions/src/contract/index.ts';
import type { ShardReport } from '../../functions/src/alerts/match/run-progress.ts';
import { alertStatusText } from './alert-status.ts';

const now = Date.UTC(2026, 10, 21, 12);

const report: ShardReport = {
  atMs: now - 3 * MINUTE_MS,
  people: 40,
  alerts: 200,
  changes: 0,
  episodesRead: 0,
  matched: 0,
  unstored: 0,
  due: 2,
  untold: 0,
  created: 1,
  messages: 0,
  waiting: 0,
  failed: 0,
  retried: 0,
  oldestMissedMs: 0,
  spreadMs: 0,
  tookMs: 0,
  peakMib: 0,
  reads: 0,
  writes: 0,
  rereadAtMs: now - 5 * HOUR_MS,
  differed: 0,
};
const missed = [{ uid: 'ada', slotMs: now }];

test('reports that the alerts have not run yet', () => {
  expect(alertStatusText({ shards: [], waitingSinceMs: [] }, now)).toBe(
    'The alerts have not run yet.',
  );
});

test('reports totals, pending digests and the state of each shard', () => {
  const shards = [
    { report, missed: [] },
    { report: { ...report, people: 1, alerts: 1, due: 1, atMs: now, differed: 3 }, missed },
    null,
  ];
  const waitingSinceMs = [now - MINUTE_MS, now - 4 * MINUTE_MS];
  expect(alertStatusText({ shards, waitingSinceMs }, now).split('\n')).toEqual([
    '201 alerts of 41 people, in 3 shards.',
    '2 digests waiting, the oldest for 4 minutes.',
    'Shard 0: ran 3 minutes ago; 2 people due, 1 digest made, 0 failed. Read in full 5 hours ago: 0 of its entries were wrong.',
    'Shard 1: ran 0 seconds ago; 1 person due, 1 digest made, 0 failed. 1 person waiting for another try. Read in full 5 hours ago: 3 of its entries were wrong.',
    'Shard 2: has not run yet.',
  ]);
});

test('reports that no digest is pending', () => {
  const text = alertStatusText({ shards: [{ report, missed: [] }], waitingSinceMs: [] }, now);
  expect(text).toContain('200 alerts of 40 people, in 1 shard.\nNo digest is waiting.\n');
});
