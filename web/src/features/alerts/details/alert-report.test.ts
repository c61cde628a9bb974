import { expect, test } from 'vitest';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { alertReport, reportText } from './alert-report.ts';

const now = 1_800_000_000_000;
const days = 30;
/** Episodes of these shows, one an hour. */
const hourly = (...shows: string[]) =>
  shows.map((podcast, index) => sampleEpisode({ podcast, pub_date_ms: now - index * 3_600_000 }));
const textOf = (shows: string[], total = shows.length) =>
  reportText(alertReport(hourly(...shows), total, { now, days }));

test('counts a few episodes with their shows', () => {
  expect(textOf(['Lex'])).toBe('1 episode in the past month, in Lex (1).');
  expect(textOf(['Lex', 'Hard Fork', 'Hard Fork'])).toBe(
    '3 episodes in the past month, in Hard Fork (2) and Lex (1).',
  );
  expect(textOf(['a', 'b', 'c', 'd', ''])).toBe('5 episodes in the past month.');
});

test.each([
  [['a', 'a', 'b'], 5, ', most often in a (2)'],
  [['a', 'b'], 9, ''],
  [['a', 'a', 'a', 'b', 'b', 'c', 'd'], 7, ', most often in a (3) and b (2)'],
  [['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'], 8, ''],
])(
  'names only the shows of %j, of %i episodes, that have more episodes than others',
  (shows, total, where) => {
    expect(textOf(shows, total)).toBe(`${total} episodes in the past month${where}.`);
  },
);

test('reports many episodes per day', () => {
  const report = alertReport(hourly(...Array<string>(100).fill('Lex')), 1200, { now, days });
  expect(report).toMatchObject({ isMany: true, shows: [{ name: 'Lex', episodes: 100 }] });
  expect(Math.round(report.aDay)).toBe(24);
  expect(reportText(report)).toBe(
    'At least 1,200 episodes in the past month, about 24 a day, most often in Lex (100).',
  );
  expect(alertReport(hourly('Lex'), 300, { now, days })).toMatchObject({ isMany: true, aDay: 10 });
  expect(alertReport(hourly('Lex'), 200, { now, days }).isMany).toBe(false);
});

test('reports zeros without episodes', () => {
  expect(alertReport([], 0, { now, days })).toEqual({
    total: 0,
    aDay: 0,
    shows: [],
    others: 0,
    isMany: false,
  });
  const dated = [sampleEpisode({ pub_date_ms: null })];
  expect(alertReport(dated, 1000, { now, days: 1 }).aDay).toBeLessThanOrEqual(1000);
});
