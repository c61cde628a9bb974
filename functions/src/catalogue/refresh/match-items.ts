import type { FeedItem } from '../../feeds/feed-model.ts';
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

/** What episodes and items have in common. */
type Described = Pick<FeedItem, 'title' | 'link' | 'audio' | 'publishedAtMs'>;

function sameTitle(stored: StoredEpisode, item: FeedItem): boolean {
  return stored.title === item.title.normalize('NFC');
}

/** An address without what changes from day to day: tokens, dates of expiry, counters of calls. */
function withoutQuery(address: string | null): string | null {
  return address === null ? null : (address.split(/[?#]/, 1)[0] ?? null);
}

/**
 * How an episode is found again whose guid (or what stands in for it) has changed, the surest first.
 * Many shows give every episode the show's own page, and some serve all audio from one script, so
 * these alone do not tell.
 */
const STEPS: readonly {
  keyOf: (described: Described) => string | null;
  accepts: (stored: StoredEpisode, item: FeedItem) => boolean;
}[] = [
  { keyOf: ({ audio }) => audio, accepts: () => true },
  {
    keyOf: ({ link }) => link,
    accepts: (stored, item) =>
      sameTitle(stored, item) || stored.publishedAtMs === item.publishedAtMs,
  },
  {
    keyOf: ({ audio }) => withoutQuery(audio),
    accepts: (stored, item) =>
      sameTitle(stored, item) &&
      (item.publishedAtMs === null || stored.publishedAtMs === item.publishedAtMs),
  },
  {
    keyOf: ({ title, publishedAtMs }) =>
      publishedAtMs === null ? null : JSON.stringify([title.normalize('NFC'), publishedAtMs]),
    accepts: () => true,
  },
];

/**
 * Finds for each item the stored episode of the same feed it is about: by guid (or what stands in
 * for it), then by audio, by page together with title or date, by audio but for its query together
 * with title and date, and by title and date alone (all addresses changed). All but the guid count
 * only where they belong to one item and one episode. An episode is matched once. Items that repeat
 * one before them are left out; their number is `repeated`.
 * @param isKept Whether an item is to be an episode: one that is not is found by its guid alone, lest
 * it take another's away.
 */
export function matchItems(
  items: readonly FeedItem[],
  stored: readonly StoredEpisode[],
  isKept: (item: FeedItem) => boolean = () => true,
): { matched: MatchedItem[]; repeated: number } {
  const unmatched = new Map(stored.map((episode) => [episode.identity, episode]));
  const matched = new Map<string, MatchedItem>();
  for (const item of items) {
    const identity = itemIdentity(item);
    if (matched.has(identity)) continue;
    matched.set(identity, { item, identity, stored: unmatched.get(identity) });
    unmatched.delete(identity);
  }

  const kept = [...matched.values()].filter(({ item }) => isKept(item));
  for (const { keyOf, accepts } of STEPS) {
    if (unmatched.size === 0) break;
    const episodes = byDistinctKey(stored, keyOf);
    const entries = byDistinctKey(kept, ({ item }) => keyOf(item));
    for (const [key, entry] of entries) {
      const episode = episodes.get(key);
      if (entry.stored !== undefined || episode === undefined) continue;
      if (!unmatched.has(episode.identity) || !accepts(episode, entry.item)) continue;
      entry.stored = episode;
      unmatched.delete(episode.identity);
    }
  }
  return { matched: [...matched.values()], repeated: items.length - matched.size };
}
