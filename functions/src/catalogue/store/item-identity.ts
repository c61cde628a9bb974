import { hash } from 'node:crypto';
import type { FeedItem } from '../../feeds/feed-model.ts';
import { comparedAddress, comparedTitle, dayOf } from '../../feeds/same-episode.ts';

/** Returns the first 16 bytes of the SHA-256 of the values, in hex. */
export function digestOf(...parts: (string | number | null)[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32);
}

/**
 * Identifies an item within its feed: by guid, or without one by URL (audio, else page), title and day. The day makes
 * a file like `latest.mp3` a new episode every day. The result is a digest, because a guid may be of any length.
 */
export function itemIdentity(
  item: Pick<FeedItem, 'guid' | 'audio' | 'link' | 'title' | 'publishedAtMs'>,
): string {
  const { guid, audio, link, title } = item;
  if (guid !== null) return digestOf('guid', guid);
  const address = audio ?? link;
  return digestOf(audio === null ? 'link' : 'audio', address, title.normalize('NFC'), dayOf(item));
}

/** Identifies an item whose publisher reuses its guid for several episodes. */
export function identityBesideGuid(
  item: Pick<FeedItem, 'guid' | 'audio' | 'link' | 'title'>,
): string {
  return digestOf('beside guid', item.guid, comparedAddress(item) ?? comparedTitle(item));
}
