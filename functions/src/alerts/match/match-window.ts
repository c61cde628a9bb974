import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import type { EpisodeFacts } from '../../catalogue/store/new-episode.ts';

/**
 * Days in which an episode matches, counted from its storing: 7 until the transcript arrives, 7 until a
 * weekly digest, 3 for outages and retries.
 */
export const WINDOW_DAYS = 17;
/**
 * Maximum age of an episode at its storing, days; older ones, which newly followed feeds and rebuilt
 * catalogues bring, match nothing.
 */
export const RECENT_DAYS = 7;

/** Delay until an episode can be found: a refresh takes up to nine minutes, copying the catalogue one. */
const REFRESH_TAKES_MS = 15 * MINUTE_MS;

/** Many feeds give a date without a time, or list an episode hours after its date. */
const FEEDS_ARE_LATE_MS = DAY_MS;

export function isRecent({ pubDateMs, ingestedAtMs }: EpisodeFacts): boolean {
  return pubDateMs >= ingestedAtMs - RECENT_DAYS * DAY_MS;
}

/**
 * Only alerts saved or resumed before this time (epoch milliseconds) match the episode. The time of storing
 * alone is not enough, because a rebuilt catalogue stores every episode again.
 */
export function newUntilMs({ pubDateMs, ingestedAtMs }: EpisodeFacts): number {
  return Math.min(ingestedAtMs + REFRESH_TAKES_MS, pubDateMs + FEEDS_ARE_LATE_MS);
}
