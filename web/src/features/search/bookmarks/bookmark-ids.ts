import type { Bookmark } from 'functions/contract';

const known = new WeakMap<readonly Bookmark[], ReadonlyMap<string, string>>();

/** Cached per list instead of per card. The list is a new object after every change in the database. */
export function bookmarkIds(bookmarks: readonly Bookmark[]): ReadonlyMap<string, string> {
  const made = known.get(bookmarks);
  if (made) return made;
  const ids = new Map(bookmarks.map(({ episodeId, id }) => [episodeId, id]));
  known.set(bookmarks, ids);
  return ids;
}
