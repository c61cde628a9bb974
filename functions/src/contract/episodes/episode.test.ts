import { expect, test } from 'vitest';
import { episodeKey } from './episode-key.ts';

test('an episode is known by its link', () => {
  expect(episodeKey({ link: 'https://a.example/1', title: 'T', podcast: 'P' })).toBe(
    'https://a.example/1',
  );
});

test('without a link by title and podcast, hyphenated and lower-cased', () => {
  expect(episodeKey({ link: '', title: 'What’s next? AI & You', podcast: 'The Über Show' })).toBe(
    'what-s-next-ai-you-the-über-show',
  );
});
