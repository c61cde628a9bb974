import { expect, test } from 'vitest';
import type { SearchResponse } from '../contract/index.ts';
import { sampleEpisode } from '../contract/fixtures/sample-episode.ts';
import { wholeEpisode } from '../contract/fixtures/whole-episode.ts';
import { limitChapters, limitResponse } from './limit-response.ts';

const image = 'http://127.0.0.1:5000/cover.jpg';
const response: SearchResponse = {
  episodes: [sampleEpisode({ title: 'Ákos “🤖”\n', image, description: '>>>東京<<<' })],
  total: 7,
};

test('drops covers on private hosts where only public covers are allowed', () => {
  const [episode] = response.episodes;
  expect(limitResponse(response, 'all')).toEqual(response);
  const shown = { ...response, episodes: [{ ...episode, image: '' }] };
  expect(limitResponse(response, 'public')).toEqual(shown);
});

test('drops covers that would send a browser into its own network', () => {
  const images = [
    'https://example.com/a.jpg',
    'http://192.168.1.1/reboot',
    'http://nas/a',
    '',
    'x',
  ];
  const episodes = images.map((image) => sampleEpisode({ image }));
  const shown = limitResponse({ episodes, total: 7 }, 'public');
  expect(shown.episodes.map((each) => each.image)).toEqual([images[0], '', '', '', '']);
  expect(shown.total).toBe(7);
});

const withChapters = (count: number) => ({
  ...wholeEpisode,
  chapters: Array.from({ length: count }, (_, at) => ({ title: `Part ${at}`, atMs: at * 1000 })),
});

test('keeps at most 120 chapters, as whole lists of the first episodes that fit', () => {
  const episodes = [100, 30, 20, 1].map(withChapters);
  const limited = limitChapters(episodes);
  expect(limited.map(({ chapters }) => chapters?.length)).toEqual([100, undefined, 20, undefined]);
  expect(limited[1]).not.toHaveProperty('chapters');
  expect(limited[1]).toMatchObject({ title: wholeEpisode.title, spoken: wholeEpisode.spoken });
});

test('leaves a response with few chapters unchanged', () => {
  const episodes = [wholeEpisode, withChapters(3)];
  expect(limitChapters(episodes)).toEqual(episodes);
});
