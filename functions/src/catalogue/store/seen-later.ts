import type { FeedState } from '../schema/feed-states.ts';

/** First-seen times from here on mark followers-only episodes, which neither join nor link groups. */
export const UNGROUPED_SEEN_MS = 2 ** 51;

/** Added to the first-seen time of an episode. */
export function seenLaterMs(state: FeedState): number {
  return state === 'followers' ? UNGROUPED_SEEN_MS : 0;
}
