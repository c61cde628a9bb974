import type { FeedState } from '../sql/feed-states.ts';

/**
 * Added to the first-seen time of an episode whose show is on probation, so that it comes after its duplicates
 * in other shows.
 */
export const PROBATION_SEEN_MS = 2 ** 50;
/**
 * First-seen times from here on mark episodes that only the show's followers hear. They are in no group and
 * connect no other episodes.
 */
export const UNGROUPED_SEEN_MS = 2 ** 51;

export function seenLaterMs(state: FeedState): number {
  if (state === 'followers') return UNGROUPED_SEEN_MS;
  return state === 'probation' ? PROBATION_SEEN_MS : 0;
}
