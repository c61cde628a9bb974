import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import type { EpisodeFacts } from '../../catalogue/store/new-episode.ts';

/**
 * Days in which an episode can match after it was stored: 7 until its transcript arrives, 7 until a weekly
 * digest, and 3 for outages and retries.
 */
export const WINDOW_DAYS = 17;
/**
 * Max age in days of an episode when it is stored. New feeds and rebuilt catalogues also contain older
 * episodes, which must not match.
 */
export const RECENT_DAYS = 7;

/** Time until a new episode is searchable: refreshing takes up to nine minutes, copying the catalogue one. */
const REFRESH_TAKES_MS = 15 * MINUTE_MS;

/** Many feeds give a date without a time, or list an episode hours after its date. */
const FEEDS_ARE_LATE_MS = DAY_MS;

export function isRecent({ pubDateMs, ingestedAtMs }: EpisodeFacts): boolean {
  return pubDateMs >= ingestedAtMs - RECENT_DAYS * DAY_MS;
}

/**
 * Only alerts created or resumed before this time match the episode. Uses the publication date too, because a
 * rebuilt catalogue stores every episode again.
 */
export function newUntilMs({ pubDateMs, ingestedAtMs }: EpisodeFacts): number {
  return Math.min(ingestedAtMs + REFRESH_TAKES_MS, pubDateMs + FEEDS_ARE_LATE_MS);
}
