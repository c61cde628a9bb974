import { hash } from 'node:crypto';
import { DAY_MS } from '../contract/index.ts';

/** What a search says of an episode. */
interface Described {
  title: string;
  link: string;
  podcast: string;
  audio?: string | undefined;
  pubDateMs: number | null;
}

/**
 * What tells episodes apart wherever they are told; mails tell them apart by the same.
 * @param item Address of the feed, and the episode's identity when it was first stored.
 */
export function itemId(item: string): string {
  return idOf('item', item);
}

/** For an episode of a search backend, which names no feed and no guid. */
export function describedItemId({ title, link, podcast, audio, pubDateMs }: Described): string {
  // A query may hold a token that changes.
  const [file] = (audio ?? '').split(/[?#]/, 1);
  const day = pubDateMs === null ? null : Math.floor(pubDateMs / DAY_MS);
  return idOf('described', podcast, title.normalize('NFC'), link, file ?? '', day);
}

/** The id until November 2026, of link and date: items of feeds still have it, and programs ask by it. */
export function formerItemId({ title, link, podcast, pubDateMs }: Described): string {
  return idOf(link || podcast, pubDateMs ?? title);
}

function idOf(...parts: (string | number | null)[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32);
}
