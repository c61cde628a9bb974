import type { Bookmark } from 'functions/contract';

const known = new WeakMap<readonly Bookmark[], ReadonlyMap<string, string>>();

/**
 * Bookmark ids by the episode's key. Computed once per list, however many cards ask; every change in the
 * database brings a new list.
 */
export function bookmarkIds(bookmarks: readonly Bookmark[]): ReadonlyMap<string, string> {
  const made = known.get(bookmarks);
  if (made) return made;
  const ids = new Map(bookmarks.map(({ episodeId, id }) => [episodeId, id]));
  known.set(bookmarks, ids);
  return ids;
}
