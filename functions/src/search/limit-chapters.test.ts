import { expect, test } from 'vitest';
import { wholeEpisode } from '../contract/fixtures/whole-episode.ts';
import { limitChapters } from './limit-chapters.ts';

const withChapters = (count: number) => ({
  ...wholeEpisode,
  chapters: Array.from({ length: count }, (_, at) => ({ title: `Part ${at}`, atMs: at * 1000 })),
});

test('an answer names 120 chapters in all, whole lists only, those of the first episodes first', () => {
  const episodes = [100, 30, 20, 1].map(withChapters);
  const limited = limitChapters({ episodes, total: 4 }).episodes;
  expect(limited.map(({ chapters }) => chapters?.length)).toEqual([100, undefined, 20, undefined]);
  expect(limited[1]).not.toHaveProperty('chapters');
  expect(limited[1]).toMatchObject({ title: wholeEpisode.title, spoken: wholeEpisode.spoken });
});

test('an answer with few is as it was', () => {
  const answer = { episodes: [wholeEpisode, withChapters(3)], total: 2 };
  expect(limitChapters(answer)).toEqual(answer);
});
