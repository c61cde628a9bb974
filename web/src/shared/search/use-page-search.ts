import { use, useEffect } from 'react';
import { type Prerendered, PrerenderedEpisodes } from '#shared/page/prerendered-episodes.ts';
import { isFresh } from './is-fresh.ts';
import { INITIAL_SEARCH_STATE, type SearchState, searchStore } from './search-store.ts';
import { useSearch } from './use-search.ts';

/** Results that a page brought along, as if the browser had searched for them. */
function prerenderedSearch(
  keywords: readonly string[],
  { episodes, total, foundAtMs, spoken = true, repeated = false, ...about }: Prerendered,
): SearchState {
  return {
    ...INITIAL_SEARCH_STATE,
    searchResults: episodes,
    totalResults: total,
    lastSearchKeywords: [...keywords],
    lastSearchSpoken: spoken,
    lastSearchRepeated: repeated,
    source: about.source ?? null,
    asked: about.asked ?? '',
    repeatedMore: about.repeatedMore ?? 0,
    meant: about.meant ?? [],
    foundAtMs,
  };
}

interface PageSearch {
  /** What the page searches for; null where it searches for nothing. The same array at each rendering. */
  keywords: readonly string[] | null;
  /** The page of results, counted from 1. */
  page: number;
  /** Whether what is said is searched as well; yes by default. */
  spoken?: boolean;
  /** Whether what shows say in all of their episodes is searched as well; no by default. */
  repeated?: boolean;
  /** Where the search window begins, epoch milliseconds; without it there is none. The same at each rendering. */
  startDate?: () => number;
  /** The reader's sentence for a failure. The same at each rendering. */
  failureText: (error: unknown) => string;
}

/**
 * The search of a page: what it was prerendered with, or what a search brings as soon as it is shown.
 * It is the shared search until the page is left. Old results are replaced quietly by new ones.
 */
export function usePageSearch({
  keywords,
  page,
  spoken = true,
  repeated = false,
  startDate,
  failureText,
}: PageSearch): SearchState {
  const prerendered = use(PrerenderedEpisodes);
  const search = useSearch();

  useEffect(() => {
    if (keywords === null) return;
    const refresh = () => void searchStore.refresh(startDate?.());
    // The browser shows a page it had put aside, with the results of then.
    const returned = ({ persisted }: PageTransitionEvent) => {
      const { searchResults, foundAtMs } = searchStore.getState();
      if (persisted && foundAtMs !== null && !isFresh(searchResults, foundAtMs)) refresh();
    };
    if (prerendered) {
      const { episodes, foundAtMs } = prerendered;
      searchStore.show(prerenderedSearch(keywords, prerendered));
      if (!isFresh(episodes, foundAtMs)) refresh();
    } else {
      void searchStore.run(keywords, { startDate: startDate?.(), spoken, repeated, failureText });
    }
    window.addEventListener('pageshow', returned);
    return () => {
      window.removeEventListener('pageshow', returned);
      searchStore.clear();
    };
  }, [keywords, prerendered, spoken, repeated, startDate, failureText]);

  useEffect(() => searchStore.setPage(page), [keywords, page]);

  if (keywords === null) return search;
  // Effects run after the first rendering, which must show the prerendered episodes already.
  const isShown =
    search.lastSearchKeywords.join() === keywords.join() &&
    search.lastSearchSpoken === spoken &&
    search.lastSearchRepeated === repeated;
  if (isShown) return { ...search, currentPage: page };
  return prerendered
    ? { ...prerenderedSearch(keywords, prerendered), currentPage: page }
    : { ...INITIAL_SEARCH_STATE, isLoading: true };
}
