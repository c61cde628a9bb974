/** A page to offer, or a gap that stands for the pages left out. */
export type PageButton = number | 'gap';

export function pageCount(results: number, perPage: number): number {
  return Math.ceil(results / perPage);
}

/**
 * Which page buttons to show (specification, section 9): up to five pages in full; near the start
 * pages 1 to 4 and the last, near the end the first and the last four, otherwise the first, the
 * current one with its neighbours, and the last.
 */
export function pageButtons(current: number, pages: number): PageButton[] {
  if (pages <= 5) return Array.from({ length: pages }, (_, index) => index + 1);
  if (current <= 3) return [1, 2, 3, 4, 'gap', pages];
  if (current >= pages - 2) return [1, 'gap', pages - 3, pages - 2, pages - 1, pages];
  return [1, 'gap', current - 1, current, current + 1, 'gap', pages];
}
