import { expect, test } from 'vitest';
import { type SearchResponse, searchResponseSchema } from '../contract/index.ts';
import { sampleEpisode } from '../contract/fixtures/sample-episode.ts';
import { wholeEpisode } from '../contract/fixtures/whole-episode.ts';
import { encodeResponse, limitChapters } from './encode-response.ts';

const image = 'http://127.0.0.1:5000/cover.jpg';
const response: SearchResponse = {
  episodes: [sampleEpisode({ title: 'Ákos “🤖”\n', image, description: '>>>東京<<<' })],
  total: 7,
};

test('encodes a response as JSON in UTF-8 and returns its total', () => {
  const { json, total } = encodeResponse(response, 'all');
  expect(Buffer.from(json).toString()).toBe(JSON.stringify(response));
  expect(total).toBe(7);
});

test('drops covers on private hosts where only public covers are allowed', () => {
  const { json } = encodeResponse(response, 'public');
  expect(Buffer.from(json).toString()).toBe(JSON.stringify(response).replace(image, ''));
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
  const { json, total } = encodeResponse({ episodes, total: 7 }, 'public');
  const sent = searchResponseSchema.parse(JSON.parse(Buffer.from(json).toString()));
  expect(sent.episodes.map((each) => each.image)).toEqual([images[0], '', '', '', '']);
  expect(total).toBe(7);
});

const withChapters = (count: number) => ({
  ...wholeEpisode,
  chapters: Array.from({ length: count }, (_, at) => ({ title: `Part ${at}`, atMs: at * 1000 })),
});

test('keeps at most 120 chapters, as whole lists of the first episodes that fit', () => {
  const episodes = [100, 30, 20, 1].map(withChapters);
  const limited = limitChapters({ episodes, total: 4 }).episodes;
  expect(limited.map(({ chapters }) => chapters?.length)).toEqual([100, undefined, 20, undefined]);
  expect(limited[1]).not.toHaveProperty('chapters');
  expect(limited[1]).toMatchObject({ title: wholeEpisode.title, spoken: wholeEpisode.spoken });
});

test('leaves a response with few chapters unchanged', () => {
  const answer = { episodes: [wholeEpisode, withChapters(3)], total: 2 };
  expect(limitChapters(answer)).toEqual(answer);
});
