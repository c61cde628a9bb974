import { expect, test } from 'vitest';
import { sampleBookmark } from '#shared/testing/fake-member-data.ts';
import { bookmarkIds } from './bookmark-ids.ts';

test('finds a bookmark’s id by the key of the episode', () => {
  const one = sampleBookmark('One');
  const ids = bookmarkIds([one, sampleBookmark('Two')]);
  expect(ids.size).toBe(2);
  expect(ids.get(one.episodeId)).toBe(one.id);
  expect(ids.get('https://shows.example/3')).toBeUndefined();
});

test('computes the ids once per list', () => {
  const bookmarks = [sampleBookmark('One')];
  expect(bookmarkIds(bookmarks)).toBe(bookmarkIds(bookmarks));
  expect(bookmarkIds([])).not.toBe(bookmarkIds(bookmarks));
  expect(bookmarkIds([]).size).toBe(0);
});
