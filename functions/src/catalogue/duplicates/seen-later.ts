import type { FeedState } from '../sql/feed-states.ts';

/** Added to when an episode was first seen: of duplicates, one on probation is never the first. */
export const PROBATION_SEEN_MS = 2 ** 50;
/** From here on, an episode is for its show's followers alone: it is in no group, and joins none together. */
export const UNGROUPED_SEEN_MS = 2 ** 51;

export function seenLaterMs(state: FeedState): number {
  if (state === 'followers') return UNGROUPED_SEEN_MS;
  return state === 'probation' ? PROBATION_SEEN_MS : 0;
}
