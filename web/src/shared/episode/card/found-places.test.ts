import { expect, test } from 'vitest';
import { sampleEpisode } from '#shared/episode/sample-episode.ts';
import { foundPlaces } from './found-places.ts';

test('names every place where the words stand, when one of them is not on the card', () => {
  expect(foundPlaces(sampleEpisode({ foundIn: ['title', 'guest', 'chapters'] }))).toBe(
    'Found in notes, title, guest, chapters',
  );
  const spoken = [{ text: '>>>work<<<', atMs: 0 }];
  expect(foundPlaces(sampleEpisode({ description: '', foundIn: ['people'], spoken }))).toBe(
    'Found in spoken words, people',
  );
});

test('says that it is the title alone, where nothing is marked', () => {
  expect(foundPlaces(sampleEpisode({ description: 'a', foundIn: ['title'] }))).toBe(
    'Found in title',
  );
});

test('says nothing of what is marked on the card', () => {
  expect(foundPlaces(sampleEpisode({ foundIn: ['title'] }))).toBeNull();
  expect(foundPlaces(sampleEpisode())).toBeNull();
});
