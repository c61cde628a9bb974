import { hash } from 'node:crypto';
import type { FeedItem } from '../../feeds/feed-model.ts';
import { comparedAddress, comparedTitle, dayOf } from '../../feeds/same-episode.ts';

/** The first 16 bytes of the SHA-256 hash of a list of values, in hexadecimal. */
export function digestOf(...parts: (string | number | null)[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32);
}

/**
 * Identifies an item within its feed, by its guid or else by its address (audio, else page), title and day: a
 * file like `latest.mp3` is another episode each day. It is a digest, so that every guid can be a key,
 * however long or odd.
 */
export function itemIdentity(
  item: Pick<FeedItem, 'guid' | 'audio' | 'link' | 'title' | 'publishedAtMs'>,
): string {
  const { guid, audio, link, title } = item;
  if (guid !== null) return digestOf('guid', guid);
  const address = audio ?? link;
  return digestOf(audio === null ? 'link' : 'audio', address, title.normalize('NFC'), dayOf(item));
}

/** Identifies an item whose guid its publisher gives to several episodes. */
export function identityBesideGuid(
  item: Pick<FeedItem, 'guid' | 'audio' | 'link' | 'title'>,
): string {
  return digestOf('beside guid', item.guid, comparedAddress(item) ?? comparedTitle(item));
}
