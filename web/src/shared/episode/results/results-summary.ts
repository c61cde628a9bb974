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
>;

/** One line about the results: how many, and which page of them; empty after a failure. */
export function resultsSummary(search: Summarised): string {
  if (search.isLoading) return 'Searching…';
  if (search.error) return '';
  const shown = search.searchResults.length;
  if (shown === 0) return 'No episodes found';
  const pages = pageCount(shown, search.resultsPerPage);
  const where = pages > 1 ? `, page ${Math.min(search.currentPage, pages)} of ${pages}` : '';
  return `${amount(shown, search.totalResults)}${where}`;
}

function amount(shown: number, total: number): string {
  if (total <= shown) return shown === 1 ? '1 episode' : `${shown} episodes, newest first`;
  const all = numberText(total);
  return `The newest ${shown} of ${total >= MAX_TOTAL ? 'at least ' : ''}${all} episodes`;
}
