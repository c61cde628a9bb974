import { expect, test } from 'vitest';
import { type PendingAlert, pendingOf, readPendingAlerts, withLastMatch } from './pending.ts';

const episode = (ingestedAtMs: number) => ({
  title: 'On ledgers',
  podcast: 'Data',
  link: 'https://data.example/1',
  pubDateMs: 5,
  ingestedAtMs,
  foundAtMs: ingestedAtMs + 60_000,
});
const bytes = (...hashes: number[]) =>
  Uint8Array.from(hashes.flatMap((hash) => [hash, 0, 0, 0, 0, 0, 0, 171]));
const key = (hash: number) => `0${hash}000000000000ab`;

test('reads the pending matches of each alert, newest first, from the bytes of either library', () => {
  const episodes = {
    [key(1)]: { ...episode(1), id: 7, item: 'feed 1' },
    [key(2)]: episode(2),
  };
  const inBrowser = { toUint8Array: () => bytes(1, 2) };
  const matches = [
    { key: key(2), ...episode(2) },
    { key: key(1), ...episode(1) },
  ];
  expect(
    readPendingAlerts({
      episodes,
      alerts: {
        'a-1': { words: 'w', keys: inBrowser },
        'b-1': { words: 'w', keys: bytes(1), more: bytes(3, 4), beyond: 2 },
      },
    }),
  ).toEqual([
    { alertId: 'a-1', matches, moreCount: 0 },
    { alertId: 'b-1', matches: [matches[1]], moreCount: 4 },
  ]);
});

test.each([
  {},
  { alerts: 'none', episodes: {} },
  { alerts: { a: { keys: bytes(1) } } },
  { alerts: { a: 5 }, episodes: {} },
])('reads nothing from %j', (fields) => {
  expect(readPendingAlerts(fields)).toEqual([]);
});

test('skips a malformed match', () => {
  const episodes = { [key(1)]: { title: 'Alone' }, [key(2)]: episode(2) };
  const [read] = readPendingAlerts({ episodes, alerts: { a: { keys: bytes(1, 2) } } });
  expect(read?.matches.map((match) => match.key)).toEqual([key(2)]);
});

test('reads the last email of an alert without pending matches', () => {
  const lastMatch = { atMs: 9, episodes: 3 };
  const read = readPendingAlerts({ alerts: {}, episodes: {}, last: { '017-14': lastMatch, b: 5 } });
  expect(read).toEqual([{ alertId: '017-14', matches: [], moreCount: 0, lastMatch }]);
  const before = { ...alert, lastMatch: { atMs: 1, episodes: 1 } };
  expect(withLastMatch(before, read)).toEqual({ ...alert, lastMatch });
  expect(withLastMatch({ ...before, createdAtMs: 41 }, read).lastMatch.atMs).toBe(1);
});

const alert = { id: '017', createdAtMs: 40 };
const matches = [8, 6].map((atMs) => ({ key: `${atMs}`, ...episode(atMs) }));
const pending: PendingAlert[] = [{ alertId: '017-14', matches, moreCount: 3 }];

test('returns the matches of an alert, not those of an earlier alert in its slot', () => {
  expect(pendingOf(alert, pending)).toEqual({ matches, moreCount: 3 });
  expect(pendingOf({ ...alert, createdAtMs: 41 }, pending)).toEqual({ matches: [], moreCount: 0 });
});

test.each([{ paused: true }, { mail: false as const }])(
  'returns no matches of an alert with %j',
  (off) => {
    expect(pendingOf({ ...alert, ...off }, pending)).toEqual({ matches: [], moreCount: 0 });
  },
);

test('returns only matches stored after the alert was changed', () => {
  expect(pendingOf({ ...alert, changedAtMs: 6 }, pending)).toEqual({
    matches: matches.slice(0, 1),
    moreCount: 0,
  });
  expect(pendingOf({ ...alert, changedAtMs: 5 }, pending)).toEqual({ matches, moreCount: 3 });
});
