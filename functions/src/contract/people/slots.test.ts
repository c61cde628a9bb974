import { expect, test } from 'vitest';
import { firstBookmarkSlot, MAX_ALERTS, MAX_BOOKMARKS, slotIds } from './slots.ts';

test('slotIds returns one distinct id per allowed alert and bookmark', () => {
  for (const limit of [MAX_ALERTS, MAX_BOOKMARKS]) {
    const ids = slotIds(limit);
    expect(new Set(ids).size).toBe(limit);
    expect(ids.filter((id) => !/^\d{3}$/.test(id))).toEqual([]);
  }
  expect(slotIds(MAX_ALERTS).at(0)).toBe('000');
  expect(slotIds(MAX_ALERTS).at(-1)).toBe('199');
  expect(slotIds(MAX_BOOKMARKS).at(-1)).toBe('999');
});

test('the first slot is a hash of the episode key’s UTF-8 bytes', async () => {
  // SHA-256 of "abc" begins with ba7816bf.
  expect(await firstBookmarkSlot('abc')).toBe(0xba7816bf % 1000);
  expect(await firstBookmarkSlot('https://podcast.example/ärger-🎙')).toBe(0xcc289f8c % 1000);
});
