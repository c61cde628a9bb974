import type { Bookmark } from 'functions/contract';

const known = new WeakMap<readonly Bookmark[], ReadonlyMap<string, string>>();

/** Cached by the list, so that cards share one map. A change in the database makes a new list. */
export function bookmarkIds(bookmarks: readonly Bookmark[]): ReadonlyMap<string, string> {
  const made = known.get(bookmarks);
  if (made) return made;
  const ids = new Map(bookmarks.map(({ episodeId, id }) => [episodeId, id]));
  known.set(bookmarks, ids);
  return ids;
}
