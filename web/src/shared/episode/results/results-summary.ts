import { MAX_TOTAL } from 'functions/contract';
import { numberText } from '#shared/text/number-text.ts';
import { firstOnPage, pageCount, type SearchState } from '#shared/search/search-store.ts';

/** Empty after an error. */
export function resultsSummary(search: SearchState): string {
  if (search.isLoading) return 'Searching…';
  if (search.error) return '';
  if (search.totalResults === 0) return 'No episodes found';
  const pages = pageCount(search);
  const page = firstOnPage(search) / search.resultsPerPage + 1;
  return `${amount(search)}${pages > 1 ? `, page ${page} of ${pages}` : ''}`;
}

function amount({ reachable, totalResults: total, sort }: SearchState): string {
  const isRanked = sort === 'relevance';
  if (total > reachable) {
    const shown = `The ${isRanked ? `${reachable} most relevant` : `newest ${reachable}`}`;
    return `${shown} of ${all(total)}`;
  }
  return total === 1
    ? '1 episode'
    : `${all(total)}, ${isRanked ? 'most relevant' : 'newest'} first`;
}

function all(total: number): string {
  return `${total >= MAX_TOTAL ? 'at least ' : ''}${numberText(total)} episodes`;
}

/** A shorter {@link resultsSummary}, for the line that also shows the options. */
export function countText(search: SearchState): string {
  const { isLoading, reachable, totalResults: total } = search;
  if (isLoading || total === 0) return resultsSummary(search);
  if (total === 1) return '1 episode';
  const some = reachable < total ? `${reachable} of ` : '';
  return `${some}${numberText(total)}${total >= MAX_TOTAL ? '+' : ''} episodes`;
}
