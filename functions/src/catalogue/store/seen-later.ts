import type { FeedState } from '../schema/feed-states.ts';

/**
 * First-seen times from here on mark episodes that only the show's followers find. They are in no group and
 * connect no other episodes.
 */
export const UNGROUPED_SEEN_MS = 2 ** 51;

/** Added to the time when an episode of a feed in this state was first seen. */
export function seenLaterMs(state: FeedState): number {
  return state === 'followers' ? UNGROUPED_SEEN_MS : 0;
}
