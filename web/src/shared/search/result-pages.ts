import { MAX_TOTAL, RESULTS_ASKED, RESULTS_PER_PAGE } from 'functions/contract';

/** Max number of pages of results, because matches beyond `MAX_TOTAL` are not counted. */
export const MAX_PAGES = MAX_TOTAL / RESULTS_PER_PAGE;

/** Start of the block of {@link RESULTS_ASKED} matches that contains the match with this index. */
export function blockOf(index: number): number {
  const last = Math.min(index, MAX_TOTAL - 1);
  return last - (last % RESULTS_ASKED);
}
