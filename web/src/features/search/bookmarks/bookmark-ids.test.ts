import { expect, test } from 'vitest';
import { sampleBookmark } from '#shared/data/member/fake-member-data.ts';
import { bookmarkIds } from './bookmark-ids.ts';

test('derives a bookmark’s id from the episode’s key', () => {
  const one = sampleBookmark('One');
  const ids = bookmarkIds([one, sampleBookmark('Two')]);
  expect(ids.size).toBe(2);
  expect(ids.get(one.episodeId)).toBe(one.id);
  expect(ids.get('https://shows.example/3')).toBeUndefined();
});

test('is made once for a list, and anew for another', () => {
  const bookmarks = [sampleBookmark('One')];
  expect(bookmarkIds(bookmarks)).toBe(bookmarkIds(bookmarks));
  expect(bookmarkIds([])).not.toBe(bookmarkIds(bookmarks));
  expect(bookmarkIds([]).size).toBe(0);
});
