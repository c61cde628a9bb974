import { expect, test } from 'vitest';
import { episodeKey } from './episode-key.ts';

test('the key of an episode is its link', () => {
  expect(episodeKey({ link: 'https://a.example/1', title: 'T', podcast: 'P' })).toBe(
    'https://a.example/1',
  );
});

test('the key without a link is title and podcast in lower case with hyphens', () => {
  expect(episodeKey({ link: '', title: 'What’s next? AI & You', podcast: 'The Über Show' })).toBe(
    'what-s-next-ai-you-the-über-show',
  );
});
