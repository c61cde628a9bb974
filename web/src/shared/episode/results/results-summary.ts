import { MAX_TOTAL } from 'functions/contract';
import { numberText } from '#shared/text/number-text.ts';
import type { SearchState } from '#shared/search/search-store.ts';
import { pageCount } from './page-numbers.ts';

type Summarised = Pick<
  SearchState,
  | 'isLoading'
  | 'error'
  | 'searchResults'
  | 'totalResults'
  | 'resultsPerPage'
  | 'currentPage'
  | 'lastSearchKeywords'
  | 'sort'
>;

/** The number of results and the page, as one line; empty after an error. */
export function resultsSummary(search: Summarised): string {
  if (search.isLoading) return 'Searching…';
  if (search.error) return '';
  const shown = search.searchResults.length;
  if (shown === 0) return 'No episodes found';
  const pages = pageCount(shown, search.resultsPerPage);
  const where = pages > 1 ? `, page ${Math.min(search.currentPage, pages)} of ${pages}` : '';
  return `${amount(search)}${where}`;
}

function amount({
  searchResults: { length: shown },
  totalResults: total,
  sort,
}: Summarised): string {
  const isRanked = sort === 'relevance';
  if (total <= shown) {
    const order = isRanked ? 'most relevant first' : 'newest first';
    return shown === 1 ? '1 episode' : `${shown} episodes, ${order}`;
  }
  const all = `${total >= MAX_TOTAL ? 'at least ' : ''}${numberText(total)} episodes`;
  return isRanked ? `The ${shown} most relevant of ${all}` : `The newest ${shown} of ${all}`;
}

/** A short version for the line that shows the options. */
export function countText(search: Summarised): string {
  const { isLoading, searchResults, totalResults: total } = search;
  const shown = searchResults.length;
  if (isLoading || shown === 0) return resultsSummary(search);
  if (total <= shown) return shown === 1 ? '1 episode' : `${shown} episodes`;
  return `${shown} of ${numberText(total)}${total >= MAX_TOTAL ? '+' : ''} episodes`;
}
