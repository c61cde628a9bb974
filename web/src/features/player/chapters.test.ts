import { expect, test } from 'vitest';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { chapterAt, chapterMarks } from './chapters.ts';

const chapters = [
  { title: 'Hello', atMs: 0 },
  { title: 'Tides', atMs: 90_500 },
  { title: 'Bye', atMs: 90_500 },
];

test('marks chapter starts, except at the start of the episode', () => {
  expect(chapterMarks(sampleEpisode({ chapters }))).toEqual([
    { atS: 90.5, label: 'Tides' },
    { atS: 90.5, label: 'Bye' },
  ]);
  expect(chapterMarks(sampleEpisode())).toEqual([]);
});

test.each([
  [0, 0],
  [90.2, 0],
  [90.4, 2],
  [9000, 2],
])('at %d s, the current chapter is number %i', (atS, index) => {
  expect(chapterAt(chapters, atS)).toBe(index);
});

test('returns -1 before the first chapter', () => {
  expect(chapterAt(chapters.slice(1), 10)).toBe(-1);
  expect(chapterAt([], 10)).toBe(-1);
});
