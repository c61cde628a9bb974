import type { FeedState } from '../schema/feed-states.ts';

/**
 * First-seen times from here on mark episodes of followers-only shows. They join no group, and connect no other
 * episodes.
 */
export const UNGROUPED_SEEN_MS = 2 ** 51;

/** Added to the first-seen time of an episode. */
export function seenLaterMs(state: FeedState): number {
  return state === 'followers' ? UNGROUPED_SEEN_MS : 0;
}
