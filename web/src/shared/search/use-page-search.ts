import { use, useEffect } from 'react';
import { type Prerendered, PrerenderedEpisodes } from '#shared/page/prerendered-episodes.ts';
import { isSameChoice, type SearchChoice, USUAL_CHOICE } from './search-address.ts';
import {
  INITIAL_SEARCH_STATE,
  isFresh,
  type SearchState,
  searchStore,
  useSearch,
} from './search-store.ts';

function prerenderedSearch(
  keywords: readonly string[],
  { episodes, from = 0, total, foundAtMs, choice, ...about }: Prerendered,
): SearchState {
  return {
    ...INITIAL_SEARCH_STATE,
    searchResults: episodes,
    totalResults: total,
    resultsFrom: from,
    reachable: about.paged ? total : from + episodes.length,
    isPaged: about.paged ?? false,
    lastSearchKeywords: [...keywords],
    lastSearchChoice: { ...USUAL_CHOICE, ...choice },
    sort: about.sort ?? null,
    asked: about.asked ?? '',
    meant: about.meant ?? [],
    trend: about.trend ?? null,
    foundAtMs,
  };
}

interface PageSearch {
  /** The search keywords, or null for no search. Must be memoized. */
  keywords: readonly string[] | null;
  page: number;
  /** Default: USUAL_CHOICE. Must be memoized. */
  choice?: SearchChoice;
  /** Returns the earliest publication date in epoch milliseconds. Must be memoized. */
  startDate?: () => number;
  /** The error message for a failure. Must be memoized. */
  failureText: (error: unknown) => string;
}

/**
 * Returns prerendered results, or results of a search that starts on mount. Refreshes stale results in the
 * background.
 */
export function usePageSearch({
  keywords,
  page,
  choice = USUAL_CHOICE,
  startDate,
  failureText,
}: PageSearch): SearchState {
  const prerendered = use(PrerenderedEpisodes);
  const search = useSearch();

  useEffect(() => {
    if (keywords === null) return;
    const refresh = () => void searchStore.refresh(startDate?.());
    // Refreshes old results after the browser has restored the page from the bfcache.
    const returned = ({ persisted }: PageTransitionEvent) => {
      const { searchResults, foundAtMs } = searchStore.getState();
      if (persisted && foundAtMs !== null && !isFresh(searchResults, foundAtMs)) refresh();
    };
    if (prerendered) {
      const { episodes, foundAtMs } = prerendered;
      const options = { startDate: startDate?.(), failureText };
      searchStore.show(prerenderedSearch(keywords, prerendered), options);
      if (!isFresh(episodes, foundAtMs)) refresh();
    } else {
      void searchStore.run(keywords, { startDate: startDate?.(), choice, failureText });
    }
    // Repeats a search that failed offline.
    const connected = () => {
      if (searchStore.getState().error !== '') void searchStore.again();
    };
    window.addEventListener('pageshow', returned);
    window.addEventListener('online', connected);
    return () => {
      window.removeEventListener('pageshow', returned);
      window.removeEventListener('online', connected);
      searchStore.clear();
    };
  }, [keywords, prerendered, choice, startDate, failureText]);

  useEffect(() => void searchStore.turnTo(page), [keywords, page]);

  if (keywords === null) return search;
  // Effects run after the first rendering, which must match the prerendered HTML.
  const isShown =
    search.lastSearchKeywords.join() === keywords.join() &&
    isSameChoice(search.lastSearchChoice, choice);
  if (isShown) return { ...search, currentPage: page };
  return prerendered
    ? { ...prerenderedSearch(keywords, prerendered), currentPage: page }
    : { ...INITIAL_SEARCH_STATE, sort: search.sort, isLoading: true };
}
