import type { FeedState } from '../sql/feed-states.ts';

/**
 * Added to the time when an episode on probation was first seen, so that it is never first among duplicates.
 */
export const PROBATION_SEEN_MS = 2 ** 50;
/**
 * Times of first sight from here on mark episodes that only the show's followers hear. They are in no group
 * and connect no other episodes.
 */
export const UNGROUPED_SEEN_MS = 2 ** 51;

export function seenLaterMs(state: FeedState): number {
  if (state === 'followers') return UNGROUPED_SEEN_MS;
  return state === 'probation' ? PROBATION_SEEN_MS : 0;
}
