import { expect, test } from 'vitest';
import type { SearchResponse } from '../contract/index.ts';
import { encodeResponse } from './encode-response.ts';

const image = 'http://127.0.0.1:5000/cover.jpg';
const response: SearchResponse = {
  episodes: [
    {
      title: 'Ákos “🤖”\n',
      link: 'https://show.example/1',
      podcast: 'Show',
      publisher: 'Ada',
      image,
      description: '>>>東京<<<',
      pub_date_ms: 1,
    },
  ],
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
