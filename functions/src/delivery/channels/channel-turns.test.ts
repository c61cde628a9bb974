import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import {
  heldBy,
  leased,
  listed,
  nextInTurn,
  waiting,
  withoutTurn,
  woken,
} from './channel-turns.ts';

const NOW = Date.UTC(2025, 2, 3);
const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, atMs: NOW }));
const turns = [a!, b!, c!];

test('the oldest message is next, and the others wait', () => {
  expect(nextInTurn({ turns }, NOW)).toBe('a');
  expect(heldBy({ turns }, 'a', NOW)).toBeNull();
  expect(heldBy({ turns }, 'b', NOW)).toMatchObject({ reason: 'in-turn' });
});

test('while one is under way none is next, until its sender’s lease is over', () => {
  const busy = { turns: leased(turns, 'a', NOW + 5 * MINUTE_MS) };
  expect(nextInTurn(busy, NOW)).toBeNull();
  for (const id of ['b', 'unlisted']) expect(heldBy(busy, id, NOW)).not.toBeNull();
  expect(nextInTurn(busy, NOW + 5 * MINUTE_MS)).toBe('a');
});

test('one that waits shortly is waited for; one that waits long lets others pass until then', () => {
  const after = (waitMs: number, isRefused = false) => ({
    turns: waiting({ turns }, 'a', { notBeforeMs: NOW + waitMs, isRefused, nowMs: NOW }),
  });
  expect(nextInTurn(after(30 * MINUTE_MS), NOW)).toBe('a');
  expect(nextInTurn(after(2 * HOUR_MS), NOW)).toBe('b');
  expect(nextInTurn(after(2 * HOUR_MS), NOW + 2 * HOUR_MS)).toBe('a');
  expect(nextInTurn(after(5000, true), NOW)).toBe('b');
  expect(nextInTurn({ turns: woken(after(2 * HOUR_MS).turns) }, NOW)).toBe('a');
});

test('nothing is sent while the receiver asked to be left alone', () => {
  const paused = { turns, pausedUntilMs: NOW + DAY_MS };
  expect(nextInTurn(paused, NOW)).toBeNull();
  expect(heldBy(paused, 'a', NOW)).toEqual({ reason: 'receiver-paused', untilMs: NOW + DAY_MS });
  expect(nextInTurn(paused, NOW + DAY_MS)).toBe('a');
});

test('halves take the place of what was divided', () => {
  expect(withoutTurn({ turns }, 'b', ['b-1', 'b-2']).map(({ id }) => id)).toEqual([
    'a',
    'b-1',
    'b-2',
    'c',
  ]);
});

test('what is left of a message that was never settled blocks no other', () => {
  expect(nextInTurn({ turns }, NOW + 6 * DAY_MS)).toBeNull();
  expect(listed({ turns }, { id: 'd', atMs: NOW + 6 * DAY_MS }, NOW + 6 * DAY_MS)).toHaveLength(1);
});

test('a message that is not listed is the oldest', () => {
  expect(heldBy({ turns }, 'z', NOW)).toBeNull();
  expect(nextInTurn({ turns: listed({ turns }, { id: 'z', atMs: NOW }, NOW) }, NOW)).toBe('z');
});
