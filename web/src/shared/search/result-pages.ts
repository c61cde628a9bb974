import { MAX_EPISODES, MAX_TOTAL, RESULTS_PER_PAGE } from 'functions/contract';

/** Number of the last page of results, because matches beyond `MAX_TOTAL` are not counted. */
export const MAX_PAGES = MAX_TOTAL / RESULTS_PER_PAGE;

/** Index of the first match in the block of a hundred, as answers hold them, that contains this index. */
export function hundredOf(index: number): number {
  const first = Math.min(index, MAX_TOTAL - MAX_EPISODES);
  return Math.floor(first / MAX_EPISODES) * MAX_EPISODES;
}
