import type { Bookmark } from 'functions/contract';

const known = new WeakMap<readonly Bookmark[], ReadonlyMap<string, string>>();

/**
 * Which episodes are bookmarked: the id of each one's bookmark by the episode's key. Made once for
 * a list, however many cards ask: every change of what is stored is a list of its own.
 */
export function bookmarkIds(bookmarks: readonly Bookmark[]): ReadonlyMap<string, string> {
  const made = known.get(bookmarks);
  if (made) return made;
  const ids = new Map(bookmarks.map(({ episodeId, id }) => [episodeId, id]));
  known.set(bookmarks, ids);
  return ids;
}
