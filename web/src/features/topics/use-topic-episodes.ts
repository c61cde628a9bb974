import { use, useEffect } from 'react';
import { topicFailureText } from '#shared/search/failure-text.ts';
import { PrerenderedEpisodes } from '#shared/page/prerendered-episodes.ts';
import {
  INITIAL_SEARCH_STATE,
  resultsOf,
  type SearchState,
  searchStore,
} from '#shared/search/search-store.ts';
import { useSearch } from '#shared/search/use-search.ts';

/**
 * The episodes of a landing page: those it was prerendered with, or those a search brings as soon as
 * the page is shown. They are the shared search results until the page is left. `keywords` must be
 * the same array at each rendering.
 */
export function useTopicEpisodes(keywords: readonly string[]): SearchState {
  const prerendered = use(PrerenderedEpisodes);
  const search = useSearch();

  useEffect(() => {
    if (prerendered) searchStore.show(keywords, prerendered);
    else void searchStore.run(keywords, { failureText: topicFailureText });
    return () => searchStore.clear();
  }, [keywords, prerendered]);

  // Effects run after the first rendering, which must show the prerendered episodes already.
  const shared = search.lastSearchKeywords.join() === keywords.join();
  if (shared) return search;
  return prerendered
    ? resultsOf(keywords, prerendered)
    : { ...INITIAL_SEARCH_STATE, isLoading: true };
}
