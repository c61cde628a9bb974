import type { FeedItem } from '../../feeds/feed-model.ts';
import { normalizeAudioUrl } from '../../feeds/normalize-audio-url.ts';
import {
  comparedTitle,
  dayOf,
  type Described,
  isAnotherEpisode,
  isSameEpisode,
  repetitionFinder,
} from '../../feeds/same-episode.ts';
import { identityBesideGuid, itemIdentity } from './item-identity.ts';

export interface StoredEpisode {
  id: number;
  identity: string;
  contentHash: string;
  /** The episode's first identity; '' if its identity never changed. */
  origin: string;
  publishedAtMs: number;
  ingestedAtMs: number;
  newAtOnce: number | null;
  title: string;
  link: string | null;
  audio: string | null;
  durationSeconds: number | null;
  /** In the format of `speakersText`. */
  speakers: string;
}

export interface MatchedItem {
  item: FeedItem;
  identity: string;
  /** Undefined for a new episode. */
  stored: StoredEpisode | undefined;
}

/** Maps elements by key, without elements that share their key. */
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

/** Steps that match items of unknown identity with episodes that the feed no longer lists, most reliable first. */
const STEPS: readonly {
  keyOf: (described: Described) => string | null;
  accepts: (stored: StoredEpisode, item: FeedItem, hasOtherTitles: boolean) => boolean;
}[] = [
  {
    keyOf: (described) =>
      described.publishedAtMs === null
        ? null
        : JSON.stringify([comparedTitle(described), described.publishedAtMs]),
    accepts: () => true,
  },
  // A title shared by several episodes names a series and identifies none of them.
  { keyOf: comparedTitle, accepts: isSameEpisode },
  {
    keyOf: ({ audio, link }) => audio ?? link,
    accepts: (stored, item) =>
      item.guid === null &&
      (comparedTitle(stored) === comparedTitle(item) || dayOf(stored) === dayOf(item)),
  },
  // An address shared by several episodes, such as `latest.mp3`, identifies none of them.
  { keyOf: ({ audio }) => normalizeAudioUrl(audio), accepts: isSameEpisode },
];

function countGuids(items: readonly FeedItem[]): Map<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const { guid } of items) counts.set(guid, (counts.get(guid) ?? 0) + 1);
  return counts;
}

/**
 * Matches each item with a stored episode of its feed: first by identity, then by {@link STEPS} among the episodes
 * that the feed no longer lists. A step ignores a key that several items or several episodes share. An episode is
 * matched at most once. Duplicate items are dropped; `repeated` is their number.
 * @param isKept False for an item that does not become an episode. It is matched by identity only, so that it does
 * not take the episode of another item.
 */
export function matchItems(
  items: readonly FeedItem[],
  stored: readonly StoredEpisode[],
  isKept: (item: FeedItem) => boolean = () => true,
): { matched: MatchedItem[]; repeated: number } {
  const byIdentity = new Map(stored.map((episode) => [episode.identity, episode]));
  const unmatched = new Map(byIdentity);
  const matched = new Map<string, MatchedItem>();
  const isRepeated = repetitionFinder();
  const guids = countGuids(items);
  /** Returns `identityBesideGuid` if another episode has the same guid. */
  const identityAmong = (item: FeedItem): string => {
    const [identity, own] = [itemIdentity(item), identityBesideGuid(item)];
    if (item.guid === null) return identity;
    if (byIdentity.has(own) || matched.has(identity)) return own;
    const known = byIdentity.get(identity);
    const inOneReading = (guids.get(item.guid) ?? 0) > 1;
    const isOther = known !== undefined && isAnotherEpisode(known, item, { inOneReading });
    return isOther ? own : identity;
  };
  for (const item of items) {
    if (isRepeated(item)) continue;
    const identity = identityAmong(item);
    if (matched.has(identity)) continue;
    matched.set(identity, { item, identity, stored: unmatched.get(identity) });
    unmatched.delete(identity);
  }

  const kept = [...matched.values()].filter(({ item }) => isKept(item));
  const titles = new Set([...stored, ...kept.map(({ item }) => item)].map(comparedTitle));
  for (const { keyOf, accepts } of STEPS) {
    if (unmatched.size === 0) break;
    const episodes = byDistinctKey(stored, keyOf);
    const entries = byDistinctKey(kept, ({ item }) => keyOf(item));
    for (const [key, entry] of entries) {
      const episode = episodes.get(key);
      if (entry.stored !== undefined || episode === undefined) continue;
      if (!unmatched.has(episode.identity) || !accepts(episode, entry.item, titles.size > 1))
        continue;
      entry.stored = episode;
      // The identity includes the day, so it must not follow a date that is ignored.
      if (entry.item.guid === null && (entry.item.publishedAtMs ?? 0) > episode.ingestedAtMs)
        entry.identity = episode.identity;
      unmatched.delete(episode.identity);
    }
  }
  // The sent log stores first identities, so a new episode must not have the first identity of another episode.
  const origins = new Set(stored.map(({ origin }) => origin));
  for (const entry of matched.values()) {
    const isTaken = entry.stored === undefined && origins.has(entry.identity);
    if (isTaken) entry.identity = identityBesideGuid(entry.item);
  }
  return { matched: [...matched.values()], repeated: items.length - matched.size };
}
