import { MAX_EPISODES, MAX_TOTAL, RESULTS_PER_PAGE } from 'functions/contract';

/** Further episodes are not counted, so no page leads to them. */
export const MAX_PAGES = MAX_TOTAL / RESULTS_PER_PAGE;

/** Where the hundred that an answer holds begins, for an episode at this place among all matches. */
export function hundredOf(index: number): number {
  const first = Math.min(index, MAX_TOTAL - MAX_EPISODES);
  return Math.floor(first / MAX_EPISODES) * MAX_EPISODES;
}
