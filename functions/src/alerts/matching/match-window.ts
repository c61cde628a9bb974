import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';
import type { NewEpisode } from '../../catalogue/new-episode.ts';

/**
 * Days after its storing that an episode is looked at. A transcript comes up to seven days late, a weekly
 * digest seven after that; a mail service may be away for a day, and what failed is tried a day later.
 */
export const WINDOW_DAYS = 17;
/** What was published longer before it was stored is old: a feed newly followed, a catalogue built anew. */
export const RECENT_DAYS = 7;

/**
 * How long after the moment that an episode's refresh began it may first be found: a refresh runs for
 * nine minutes at most, and a copy of the catalogue is noticed within one.
 */
export const REFRESH_TAKES_MS = 15 * MINUTE_MS;

/** How late feeds name what they published: many give a date without a time, or list it hours later. */
const FEEDS_ARE_LATE_MS = DAY_MS;

/** True unless the episode was old already when it was stored. */
export function isRecent({ pubDateMs, ingestedAtMs }: NewEpisode): boolean {
  return pubDateMs >= ingestedAtMs - RECENT_DAYS * DAY_MS;
}

/**
 * The moment before which an alert must have been saved or resumed to match the episode, epoch
 * milliseconds. It is when the episode could be found at the latest, but no later than a day after it
 * was published: storing alone says little, because a catalogue built anew stores everything again.
 */
export function newUntilMs({ pubDateMs, ingestedAtMs }: NewEpisode): number {
  return Math.min(ingestedAtMs + REFRESH_TAKES_MS, pubDateMs + FEEDS_ARE_LATE_MS);
}
