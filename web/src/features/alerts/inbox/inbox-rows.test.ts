import { DAY_MS } from 'functions/contract';
import { expect, test } from 'vitest';
import { sampleMatch } from '#shared/testing/fake-matches.ts';
import { dayName } from './day-name.ts';
import { countUnread, inboxDays, inboxRows, withOlder } from './inbox-rows.ts';

const NOW = new Date(2026, 10, 20, 12).getTime();
const counted = (id: string, foundAtMs: number, count: number) => {
  const { episode: _, ...match } = sampleMatch(0, foundAtMs);
  return { ...match, id, count };
};

test.each([
  [0, 'Today'],
  [-0.2, 'Today'],
  [1, 'Yesterday'],
  [0.6, 'Yesterday'],
  [6, 'Saturday'],
  [7, 'Nov 13'],
  [363, 'Nov 22, 2025'],
])('names the day %d days ago %s', (daysAgo, name) => {
  expect(dayName(NOW - daysAgo * DAY_MS, NOW)).toBe(name);
});

test('puts an episode where its newest match is, which decides whether it is unread', () => {
  const matches = [
    { ...sampleMatch(1, NOW, { keyword: 'a16z' }), openedAtMs: NOW },
    sampleMatch(2, NOW - 1),
    sampleMatch(1, NOW - 3 * DAY_MS),
  ];
  const rows = inboxRows(matches, null);
  expect(rows.map(({ matches: [{ id }], isUnread }) => [id, isUnread])).toEqual([
    ['a16z 1', false],
    ['OpenAI 2', true],
  ]);
  expect(inboxDays(rows, NOW).map(({ name }) => name)).toEqual(['Today']);
});

test('adds up what an alert only counted on one day', () => {
  const rows = inboxRows(
    [counted('a', NOW, 5), counted('b', NOW - 1, 7), counted('c', NOW - DAY_MS, 2)],
    NOW - DAY_MS,
  );
  expect([rows.length, countUnread(rows)]).toEqual([2, 12]);
});

const at = (...numbers: number[]) => numbers.map((number) => sampleMatch(number, number));
const ids = (matches: ReturnType<typeof withOlder>) =>
  matches && matches.map(({ foundAtMs }) => foundAtMs);

test('joins live and older matches without gaps and duplicates', () => {
  expect(ids(withOlder(at(9, 8, 7), at(8, 7, 6, 5)))).toEqual([9, 8, 7, 6, 5]);
  // One was deleted, so that the live page reaches further back.
  expect(ids(withOlder(at(8, 6), at(8, 7, 6, 5)))).toEqual([8, 6, 5]);
  // An old count is found again, and moves to the top.
  expect(ids(withOlder([...at(5), ...at(8, 7)], at(8, 7, 6, 5)))).toEqual([5, 8, 7, 6]);
  expect(withOlder(at(9, 8), at(6, 5))).toBeNull();
  expect(ids(withOlder([], at(6, 5)))).toEqual([6, 5]);
});
