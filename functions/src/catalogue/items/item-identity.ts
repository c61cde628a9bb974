import { hash } from 'node:crypto';
import { DAY_MS } from '../../contract/index.ts';
import type { FeedItem } from '../../feeds/feed-model.ts';

/** Sixteen bytes of SHA-256 over strings, whatever they hold, as a hexadecimal text. */
export function digestOf(...parts: (string | number | null)[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32);
}

/**
 * By what an item is known within its feed: its guid, failing that its address (audio, else page) with
 * title and day, for a file like `latest.mp3` is another episode each day. A digest, so that no guid is
 * too long, too odd or too clever to be a key.
 */
export function itemIdentity(
  item: Pick<FeedItem, 'guid' | 'audio' | 'link' | 'title' | 'publishedAtMs'>,
): string {
  const { guid, audio, link, title, publishedAtMs } = item;
  if (guid !== null) return digestOf('guid', guid);
  const day = publishedAtMs === null ? null : Math.floor(publishedAtMs / DAY_MS);
  return digestOf(audio === null ? 'link' : 'audio', audio ?? link, title.normalize('NFC'), day);
}
