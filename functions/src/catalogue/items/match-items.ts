import { DAY_MS } from '../../contract/index.ts';
import type { FeedItem } from '../../feeds/feed-model.ts';
import { itemIdentity } from './item-identity.ts';

/** What is known of a stored episode when its feed is read again. */
export interface StoredEpisode {
  id: number;
  identity: string;
  contentHash: string;
  /** The identity it was first stored with; empty where that is the same. */
  origin: string;
  publishedAtMs: number;
  ingestedAtMs: number;
  title: string;
  link: string | null;
  audio: string | null;
  durationSeconds: number | null;
}

export interface MatchedItem {
  item: FeedItem;
  identity: string;
  /** The stored episode the item is about; undefined for a new one. */
  stored: StoredEpisode | undefined;
}

/** Elements of a list by key, without those whose key another element has, too. */
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
type Described = Pick<FeedItem, 'title' | 'link' | 'audio' | 'publishedAtMs' | 'durationSeconds'>;

function titleOf({ title }: Described): string {
  return title.normalize('NFC');
}

/** An address without query and fragment, where tokens, expiry dates and counters change from day to day. */
function withoutQuery(address: string | null): string | null {
  return address === null ? null : (address.split(/[?#]/, 1)[0] ?? null);
}

function sameDay(stored: StoredEpisode, item: FeedItem): boolean {
  if (item.publishedAtMs === null) return false;
  return Math.floor(stored.publishedAtMs / DAY_MS) === Math.floor(item.publishedAtMs / DAY_MS);
}

/** True if length, audio and page differ: two bulletins may have the same title and day. */
function isContradicted(stored: StoredEpisode, item: FeedItem): boolean {
  const [before, now] = [stored.durationSeconds, item.durationSeconds];
  const isOtherLength = before !== null && now !== null && before !== now;
  const isOtherPage = stored.link === null || stored.link !== item.link;
  return isOtherLength && stored.audio !== item.audio && isOtherPage;
}

/** True if audio or page are the same. With an equal title, they identify an item without a date. */
function sameAddress(stored: StoredEpisode, item: FeedItem): boolean {
  const audio = withoutQuery(stored.audio);
  if (audio !== null && audio === withoutQuery(item.audio)) return true;
  return stored.link !== null && stored.link === item.link;
}

/**
 * Ways to find the episode of an item whose {@link itemIdentity} is not stored, among the episodes that the
 * feed no longer lists; the most reliable first. If items have guids, audio alone proves nothing:
 * `latest.mp3` is another episode each day.
 */
const STEPS: readonly {
  keyOf: (described: Described) => string | null;
  accepts: (stored: StoredEpisode, item: FeedItem) => boolean;
}[] = [
  {
    keyOf: (described) =>
      described.publishedAtMs === null
        ? null
        : JSON.stringify([titleOf(described), described.publishedAtMs]),
    accepts: () => true,
  },
  {
    // A title shared by several episodes names a series and identifies none of them.
    keyOf: titleOf,
    accepts: (stored, item) => {
      if (item.publishedAtMs === null) return sameAddress(stored, item);
      return item.guid !== null && sameDay(stored, item) && !isContradicted(stored, item);
    },
  },
  {
    keyOf: ({ audio, link }) => audio ?? link,
    accepts: (stored, item) =>
      item.guid === null && (titleOf(stored) === titleOf(item) || sameDay(stored, item)),
  },
];

/**
 * Finds for each item the stored episode of the same feed that it is about: first by {@link itemIdentity},
 * then by {@link STEPS} among the episodes that the feed no longer lists. The key of a step counts only if
 * exactly one item and one episode have it. An episode is matched once. Items with the identity of an earlier
 * item are left out; `repeated` is their number.
 * @param isKept Whether an item becomes an episode. An item that does not is matched by its identity only, so
 * that it does not take the episode of another item.
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
