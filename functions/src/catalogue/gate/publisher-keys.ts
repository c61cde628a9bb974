import type { FeedShow } from '../../feeds/feed-model.ts';
import { digestOf } from '../items/item-identity.ts';

const LONGEST_KEY = 200;

/**
 * Key of the publisher that a feed names. It includes the host, as a name on another host may be another
 * publisher's. Null if the feed names none, or only the show itself.
 */
export function publisherKey(publisher: string, title: string, host: string): string | null {
  const name = lettersOf(publisher);
  if (name === '' || name === lettersOf(title)) return null;
  return `${name.slice(0, LONGEST_KEY)}@${host}`;
}

/** Key of the owner's email address, which is stored as a digest only. */
export function ownerKey({ owner }: Pick<FeedShow, 'owner'>): string | null {
  return owner === undefined ? null : digestOf('owner', owner);
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
