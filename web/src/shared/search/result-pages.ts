import { MAX_EPISODES, MAX_TOTAL, RESULTS_PER_PAGE } from 'functions/contract';

/** Further episodes are not counted, so no page leads to them. */
export const MAX_PAGES = MAX_TOTAL / RESULTS_PER_PAGE;

/** Index of the first episode in the answer (of a hundred) that contains this index among all matches. */
export function hundredOf(index: number): number {
  const first = Math.min(index, MAX_TOTAL - MAX_EPISODES);
  return Math.floor(first / MAX_EPISODES) * MAX_EPISODES;
}
