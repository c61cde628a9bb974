import { hash } from 'node:crypto';
import { DAY_MS } from '../contract/index.ts';

/** Fields of an episode in a search's answer. */
interface Described {
  title: string;
  link: string;
  podcast: string;
  audio?: string | undefined;
  pubDateMs: number | null;
}

/**
 * The id of an episode in answers, feeds, messages and mails.
 * @param item Address of the feed, and the episode's identity when it was first stored.
 */
export function itemId(item: string): string {
  return idOf('item', item);
}

/** The id of an episode from a search backend, which names neither the feed nor a guid. */
export function describedItemId({ title, link, podcast, audio, pubDateMs }: Described): string {
  // The query string may contain a token that changes.
  const [file] = (audio ?? '').split(/[?#]/, 1);
  const day = pubDateMs === null ? null : Math.floor(pubDateMs / DAY_MS);
  return idOf('described', podcast, title.normalize('NFC'), link, file ?? '', day);
}

/**
 * The id as used until November 2026, made of link and date: items already in feeds keep it, and programs ask
 * by it.
 */
export function formerItemId({ title, link, podcast, pubDateMs }: Described): string {
  return idOf(link || podcast, pubDateMs ?? title);
}

function idOf(...parts: (string | number | null)[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32);
}
