import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { heldBy, isBehind, readServedChannel } from './served-channel.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

test('delays a message until a pause ends, and for 20 seconds while another is under way', () => {
  expect(heldBy({}, 'a', NOW)).toBeNull();
  const paused = { pausedUntilMs: NOW + 1 };
  expect(heldBy(paused, 'a', NOW)).toEqual({ reason: 'receiver-paused', untilMs: NOW + 1 });
  expect(heldBy(paused, 'a', NOW + 1)).toBeNull();
  const underWay = { id: 'b', untilMs: NOW + 60_000 };
  expect(heldBy({ underWay }, 'b', NOW)).toBeNull();
  expect(heldBy({ underWay }, 'a', NOW + 60_000)).toBeNull();
  expect(heldBy({ underWay }, 'a', NOW)).toEqual({
    reason: 'other-under-way',
    untilMs: NOW + 20_000,
  });
});

test('a paused channel, or a failing one with a message to retry, gets no new message', () => {
  const isFirst = { nowMs: NOW, isFirst: true };
  const underWay = { id: 'a', untilMs: NOW };
  expect(isBehind({ underWay }, isFirst)).toBe(false);
  expect(isBehind({ pausedUntilMs: NOW + 1 }, isFirst)).toBe(true);
  expect(isBehind({ failingSinceMs: NOW, underWay }, isFirst)).toBe(true);
  expect(isBehind({ failingSinceMs: NOW }, isFirst)).toBe(false);
  expect(isBehind({ failingSinceMs: NOW }, { nowMs: NOW, isFirst: false })).toBe(true);
});

test('ignores the turns, rests and refusals that version 1.0 stored', () => {
  const stored = {
    kind: 'webhook',
    name: 'Hook',
    host: 'hook.example',
    alerts: 'all',
    state: 'on',
    createdAt: Timestamp.fromMillis(NOW),
    pausedUntil: Timestamp.fromMillis(NOW + 5),
  };
  const ofThen = {
    turns: [{ id: 'a', atMs: NOW, asideUntilMs: NOW + 9 }],
    restsUntil: Timestamp.fromMillis(NOW + 9),
    refusals: 12,
  };
  const read = readServedChannel('hook', { ...stored, ...ofThen });
  expect(read).toEqual(readServedChannel('hook', stored));
  expect(read).toMatchObject({ kind: 'webhook', pausedUntilMs: NOW + 5 });
  expect(readServedChannel('hook', {})).toBeNull();
});
