import type { FeedShow } from '../../feeds/feed-model.ts';
import { digestOf } from '../items/item-identity.ts';

const LONGEST_KEY = 200;

/**
 * Who makes a show, as its feed says: a name counts within a host only. Null without a name of its
 * own. An address is stored as a digest.
 */
export function publisherKey(publisher: string, title: string, host: string): string | null {
  const name = lettersOf(publisher);
  if (name === '' || name === lettersOf(title)) return null;
  return `${name.slice(0, LONGEST_KEY)}@${host}`;
}

export function ownerKey({ owner }: Pick<FeedShow, 'owner'>): string | null {
  return owner === undefined ? null : digestOf('owner', owner);
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
