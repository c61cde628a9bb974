import { expect, test } from 'vitest';
import { firstBookmarkSlot, isSlotId, MAX_ALERTS, MAX_BOOKMARKS, slotIds } from './slots.ts';

test('there are as many ids as alerts and bookmarks are allowed, all different', () => {
  for (const limit of [MAX_ALERTS, MAX_BOOKMARKS]) {
    const ids = slotIds(limit);
    expect(new Set(ids).size).toBe(limit);
    expect(ids.filter((id) => !isSlotId(id))).toEqual([]);
  }
  expect(slotIds(MAX_ALERTS).at(0)).toBe('000');
  expect(slotIds(MAX_ALERTS).at(-1)).toBe('199');
  expect(slotIds(MAX_BOOKMARKS).at(-1)).toBe('999');
});

test('ids from before the limit are no slots', () => {
  expect(['one', 'Yk2dXv0b1cQ9aLw3Zr7e', '0000', '12', 'a12', '012\n'].filter(isSlotId)).toEqual(
    [],
  );
});

test('an episode has the same first slot in every tab, from its key’s UTF-8 bytes', async () => {
  // The hash of "abc" begins with ba7816bf.
  expect(await firstBookmarkSlot('abc')).toBe(0xba7816bf % 1000);
  expect(await firstBookmarkSlot('https://podcast.example/ärger-🎙')).toBe(0xcc289f8c % 1000);
});
