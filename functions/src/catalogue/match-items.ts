import type { FeedItem } from './feed-reading.ts';
import { itemIdentity } from './item-identity.ts';

/** What is known of a stored episode when its feed is read again. */
export interface StoredEpisode {
  id: number;
  identity: string;
  contentHash: string;
  publishedAtMs: number;
  ingestedAtMs: number;
  title: string;
  link: string | null;
  audio: string | null;
}

export interface MatchedItem {
  item: FeedItem;
  identity: string;
  /** The stored episode the item is about; undefined for a new one. */
  stored: StoredEpisode | undefined;
}

/** What exactly one element of a list has, by key; a key two of them share tells neither apart. */
function byDistinctKey<T>(list: Iterable<T>, keyOf: (element: T) => string | null): Map<string, T> {
  const distinct = new Map<string, T>();
  const shared = new Set<string>();
  for (const element of list) {
    const key = keyOf(element);
    if (key === null) continue;
    if (distinct.has(key)) shared.add(key);
    distinct.set(key, element);
  }
  for (const key of shared) distinct.delete(key);
  return distinct;
}

/**
 * Whether an episode and an item with another guid but the same page are the same: many shows give
 * every episode the show's own page, so that alone does not tell.
 */
function sameEpisode(stored: StoredEpisode, item: FeedItem): boolean {
  return stored.title === item.title || stored.publishedAtMs === item.publishedAtMs;
}

/**
 * Finds for each item the stored episode of the same feed it is about: by guid (or what stands in
 * for it), then by audio, then by page together with title or date, the latter two only where they
 * belong to one item and one episode. An episode is matched once. Items that repeat one before them
 * are left out; their number is `repeated`.
 */
export function matchItems(
  items: readonly FeedItem[],
  stored: readonly StoredEpisode[],
): { matched: MatchedItem[]; repeated: number } {
  const unmatched = new Map(stored.map((episode) => [episode.identity, episode]));
  const matched = new Map<string, MatchedItem>();
  for (const item of items) {
    const identity = itemIdentity(item);
    if (matched.has(identity)) continue;
    matched.set(identity, { item, identity, stored: unmatched.get(identity) });
    unmatched.delete(identity);
  }

  const steps = [
    { key: 'audio', accepts: () => true },
    { key: 'link', accepts: sameEpisode },
  ] as const;
  for (const { key, accepts } of steps) {
    const episodes = byDistinctKey(stored, (episode) => episode[key]);
    const entries = byDistinctKey(matched.values(), (entry) => entry.item[key]);
    for (const [address, entry] of entries) {
      const episode = episodes.get(address);
      if (entry.stored !== undefined || episode === undefined) continue;
      if (!unmatched.has(episode.identity) || !accepts(episode, entry.item)) continue;
      entry.stored = episode;
      unmatched.delete(episode.identity);
    }
  }
  return { matched: [...matched.values()], repeated: items.length - matched.size };
}
