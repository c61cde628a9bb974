import {
  readShowAnswer,
  RESULTS_PER_PAGE,
  type ShowAnswer,
  type ShowFacts,
} from 'functions/contract';
import { use, useEffect, useState } from 'react';
import { PrerenderedEpisodes } from '#shared/page/prerendered-episodes.ts';
import { callBackend } from '#shared/search/request-search.ts';
import { INITIAL_SEARCH_STATE, type SearchState } from '#shared/search/search-store.ts';
import { topicFailureText } from '#shared/search/topic-failure-text.ts';

interface LoadedPage {
  number: number;
  /** Null if there is no such show; undefined if unknown. */
  show: ShowFacts | null | undefined;
  search: SearchState;
}

/** Returns the show, prerendered or from the server. `id` never changes, because the page's `key` is the show. */
export function useShow(id: string, number: number): Omit<LoadedPage, 'number'> {
  const prerendered = use(PrerenderedEpisodes);
  const [loaded, setLoaded] = useState<LoadedPage | null>(() => {
    const { show, from = 0 } = prerendered ?? {};
    if (!prerendered || show === undefined) return null;
    return pageOf(from / RESULTS_PER_PAGE + 1, { ...prerendered, show }, prerendered.foundAtMs);
  });
  const isThere = loaded?.number === number;

  useEffect(() => {
    if (isThere) return;
    const left = new AbortController();
    const skip = (number - 1) * RESULTS_PER_PAGE;
    callBackend({ show: { id, ...(skip > 0 && { skip }) } }, left.signal, readShowAnswer).then(
      (answer) => setLoaded(pageOf(number, answer, Date.now())),
      (error: unknown) => {
        if (left.signal.aborted) return;
        const search = { ...INITIAL_SEARCH_STATE, error: topicFailureText(error) };
        setLoaded((before) => ({ number, show: before?.show, search }));
      },
    );
    return () => left.abort();
  }, [id, number, isThere]);

  if (loaded !== null && isThere) return loaded;
  const search = { ...INITIAL_SEARCH_STATE, currentPage: number, isLoading: true };
  return { show: loaded?.show, search };
}

function pageOf(
  number: number,
  { episodes, total, show }: ShowAnswer,
  foundAtMs: number,
): LoadedPage {
  const search = {
    ...INITIAL_SEARCH_STATE,
    searchResults: episodes,
    totalResults: total,
    reachable: total,
    resultsFrom: (number - 1) * RESULTS_PER_PAGE,
    currentPage: number,
    foundAtMs,
  };
  return { number, show, search };
}
