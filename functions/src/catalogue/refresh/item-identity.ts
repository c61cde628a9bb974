import { hash } from 'node:crypto';
import type { FeedItem } from '../../feeds/feed-model.ts';

/** Sixteen bytes of SHA-256 over strings, whatever they hold, as a hexadecimal text. */
export function digestOf(...parts: (string | number | null)[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32);
}

/**
 * By what an item is known within its feed: its guid, failing that its audio, failing that its
 * page. A digest, so that no guid is too long, too odd or too clever to be a key.
 */
export function itemIdentity(item: Pick<FeedItem, 'guid' | 'audio' | 'link'>): string {
  if (item.guid !== null) return digestOf('guid', item.guid);
  if (item.audio !== null) return digestOf('audio', item.audio);
  return digestOf('link', item.link);
}
