import { SHOW_ID } from './show-path.ts';

/** First 32 hexadecimal digits of a hash; see `itemId`. */
export const EPISODE_ID = /^[0-9a-f]{32}$/;

interface PageOfEpisode {
  /** Absent if the show has no public page. */
  showId?: string | undefined;
  id?: string | undefined;
}

/**
 * Path of an episode's page, or of a moment in it. Null if the episode has no page.
 * @param atMs Offset in the audio, rounded down to the second.
 */
export function episodePath(
  { showId = '', id = '' }: PageOfEpisode,
  atMs?: number | null,
): string | null {
  if (!SHOW_ID.test(showId) || !EPISODE_ID.test(id)) return null;
  const moment = atMs === undefined || atMs === null ? '' : `?t=${Math.floor(atMs / 1000)}`;
  return `/episode/${showId}/${id}${moment}`;
}
