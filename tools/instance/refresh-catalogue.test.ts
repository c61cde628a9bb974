import { expect, test } from 'vitest';
import { contentsText } from './refresh-catalogue.ts';

test('the catalogue’s contents are told in words', () => {
  expect(contentsText({ episodes: 0, podcasts: 0 })).toBe('0 episodes from 0 podcasts');
  expect(contentsText({ episodes: 1, podcasts: 1 })).toBe('1 episode from 1 podcast');
  expect(contentsText({ episodes: 12_345, podcasts: 17 })).toBe('12,345 episodes from 17 podcasts');
});
