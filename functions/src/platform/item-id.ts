import { hash } from 'node:crypto';
import { DAY_MS } from '../contract/index.ts';

interface BackendEpisode {
  title: string;
  link: string;
  podcast: string;
  audio?: string | undefined;
  pubDateMs: number | null;
}

/**
 * Id of an episode in responses, feeds, messages and emails.
 * @param item The feed's address and the episode's first stored identity, or `backend ` and a backend's id.
 */
export function itemId(item: string): string {
  return idOf('item', item);
}

/** Id of an episode from a search backend, which provides neither feed nor guid. */
export function describedItemId({
  title,
  link,
  podcast,
  audio,
  pubDateMs,
}: BackendEpisode): string {
  // The query string of an audio URL may contain a changing token.
  const [file] = (audio ?? '').split(/[?#]/, 1);
  const day = pubDateMs === null ? null : Math.floor(pubDateMs / DAY_MS);
  return idOf('described', podcast, title.normalize('NFC'), link, file ?? '', day);
}

/** Id of a match: storing it again changes nothing. `alertId` is the alert's identity. */
export function matchId(alertId: string, episodeId: string): string {
  return idOf('match', alertId, episodeId).slice(0, 20);
}

/** Id format until November 2026. Stored feed items still have such ids, and API clients request them. */
export function formerItemId({ title, link, podcast, pubDateMs }: BackendEpisode): string {
  return idOf(link || podcast, pubDateMs ?? title);
}

function idOf(...parts: (string | number | null)[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32);
}
