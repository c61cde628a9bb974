import { expect, test } from 'vitest';
import {
  type PendingAlert,
  pendingOf,
  readLastMatches,
  readPendingAlerts,
  withLastMatch,
} from './pending.ts';

const facts = (ingestedAtMs: number) => ({
  title: 'On ledgers',
  podcast: 'Data',
  link: 'https://data.example/1',
  pubDateMs: 5,
  ingestedAtMs,
  foundAtMs: ingestedAtMs + 60_000,
});
const match = (alert: string, id: string, atMs: number) => ({
  alert,
  facts: { ...facts(atMs), id: 7, item: 'feed 1' },
  episode: { id, title: 'Shown' },
});
const counted = (alert: string, mail: number) => ({ alert, waits: { mail, hook: 9 } });

test('reads the pending matches of each alert, newest first, and counts the others', () => {
  const documents = [
    match('a-1', 'two', 2),
    match('b-1', 'one', 1),
    match('a-1', 'one', 1),
    counted('b-1', 3),
    counted('b-1', 1),
    counted('c-1', 2),
  ];
  const [two, one] = [
    { key: 'two', ...facts(2) },
    { key: 'one', ...facts(1) },
  ];
  expect(readPendingAlerts(documents, true)).toEqual([
    { alertId: 'a-1', matches: [two, one], moreCount: 0 },
    { alertId: 'b-1', matches: [one], moreCount: 4 },
    { alertId: 'c-1', matches: [], moreCount: 2 },
  ]);
  const [part] = readPendingAlerts(documents.slice(0, 1), false);
  expect(part).toEqual({ alertId: 'a-1', matches: [two], moreCount: 0, isPart: true });
});

test.each([
  {},
  { alert: 'a-1' },
  { alert: 'a-1', facts: { title: 'Alone' }, episode: { id: 'one' } },
  { alert: 'a-1', waits: { hook: 1 } },
  { alert: 5, waits: { mail: 1 } },
])('reads nothing from %j', (fields) => {
  expect(readPendingAlerts([fields], true)).toEqual([]);
});

test('reads the last email of an alert', () => {
  const lastMatch = { atMs: 9, episodes: 3 };
  const read = readLastMatches({ last: { '017-14': lastMatch, b: 5 } });
  expect(read).toEqual({ '017-14': lastMatch });
  expect([readLastMatches({}), readLastMatches({ last: 'none' })]).toEqual([{}, {}]);
  const before = { ...alert, lastMatch: { atMs: 1, episodes: 1 } };
  expect(withLastMatch(before, read)).toEqual({ ...alert, lastMatch });
  expect(withLastMatch({ ...before, createdAtMs: 41 }, read).lastMatch.atMs).toBe(1);
});

const alert = { id: '017', createdAtMs: 40 };
const matches = [8, 6].map((atMs) => ({ key: `${atMs}`, ...facts(atMs) }));
const pending: PendingAlert[] = [{ alertId: '017-14', matches, moreCount: 3, isPart: true }];

test('returns the matches of an alert, not those of an earlier alert in its slot', () => {
  expect(pendingOf(alert, pending, 50)).toEqual({ matches, moreCount: 3, isPart: true });
  expect(pendingOf({ ...alert, createdAtMs: 41 }, pending, 50)).toEqual({
    matches: [],
    moreCount: 0,
  });
});

test.each([{ paused: true }, { paused: true, pausedUntilMs: 51 }, { mail: false as const }])(
  'returns no matches of an alert with %j',
  (off) => {
    expect(pendingOf({ ...alert, ...off }, pending, 50)).toEqual({ matches: [], moreCount: 0 });
  },
);

test('returns only matches stored after the alert was changed', () => {
  expect(pendingOf({ ...alert, changedAtMs: 6 }, pending, 50)).toEqual({
    matches: matches.slice(0, 1),
    moreCount: 0,
  });
  expect(pendingOf({ ...alert, changedAtMs: 5 }, pending, 50)).toMatchObject({
    matches,
    moreCount: 3,
  });
});
