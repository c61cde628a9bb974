export type PageButton = number | 'gap';

export function pageButtons(current: number, pages: number): PageButton[] {
  if (pages <= 5) return Array.from({ length: pages }, (_, index) => index + 1);
  if (current <= 3) return [1, 2, 3, 4, 'gap', pages];
  if (current >= pages - 2) return [1, 'gap', pages - 3, pages - 2, pages - 1, pages];
  return [1, 'gap', current - 1, current, current + 1, 'gap', pages];
}
