import { expect, test } from 'vitest';
import type { SearchResponse } from '../contract/index.ts';
import { sampleEpisode } from '../contract/fixtures/sample-episode.ts';
import { encodeResponse } from './encode-response.ts';

const image = 'http://127.0.0.1:5000/cover.jpg';
const response: SearchResponse = {
  episodes: [sampleEpisode({ title: 'Ákos “🤖”\n', image, description: '>>>東京<<<' })],
  total: 7,
};

test('an answer becomes its JSON in UTF-8, and its total stands beside it', () => {
  const { json, total } = encodeResponse(response, 'all');
  expect(Buffer.from(json).toString()).toBe(JSON.stringify(response));
  expect(total).toBe(7);
});

test('covers on hosts that are not public are left out where they must be', () => {
  const { json } = encodeResponse(response, 'public');
  expect(Buffer.from(json).toString()).toBe(JSON.stringify(response).replace(image, ''));
});
