import type { FeedState } from '../schema/feed-states.ts';

/** First-seen times at or above this value mark followers-only episodes, which neither join nor link groups. */
export const UNGROUPED_SEEN_MS = 2 ** 51;

/** Milliseconds to add to the first-seen time of the feed's episodes. */
export function seenLaterMs(state: FeedState): number {
  return state === 'followers' ? UNGROUPED_SEEN_MS : 0;
}
