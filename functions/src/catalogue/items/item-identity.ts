import { hash } from 'node:crypto';
import { DAY_MS } from '../../contract/index.ts';
import type { FeedItem } from '../../feeds/feed-model.ts';

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
  const { guid, audio, link, title, publishedAtMs } = item;
  if (guid !== null) return digestOf('guid', guid);
  const day = publishedAtMs === null ? null : Math.floor(publishedAtMs / DAY_MS);
  return digestOf(audio === null ? 'link' : 'audio', audio ?? link, title.normalize('NFC'), day);
}
