import { MAX_TOTAL, RESULTS_ASKED, RESULTS_PER_PAGE } from 'functions/contract';

/** Number of the last page of results, because matches beyond `MAX_TOTAL` are not counted. */
export const MAX_PAGES = MAX_TOTAL / RESULTS_PER_PAGE;

/** Index of the first match in the block of {@link RESULTS_ASKED} that contains this index. */
export function blockOf(index: number): number {
  const last = Math.min(index, MAX_TOTAL - 1);
  return last - (last % RESULTS_ASKED);
}
