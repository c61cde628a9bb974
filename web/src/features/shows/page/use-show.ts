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
  /** Which try of this page; raised by `retry`. */
  attempt: number;
  /** Null if there is no such show; undefined if unknown. */
  show: ShowFacts | null | undefined;
  search: SearchState;
}

type ShownPage = Pick<LoadedPage, 'show' | 'search'> & { retry: () => void };

/** Returns the show, prerendered or from the server. `id` never changes, because the page's `key` is the show. */
export function useShow(id: string, number: number): ShownPage {
  const prerendered = use(PrerenderedEpisodes);
  const [attempt, setAttempt] = useState(0);
  const retry = () => setAttempt((count) => count + 1);
  const [loaded, setLoaded] = useState<LoadedPage | null>(() => {
    const { show, from = 0 } = prerendered ?? {};
    if (!prerendered || show === undefined) return null;
    const place = { number: from / RESULTS_PER_PAGE + 1, attempt: 0 };
    return pageOf(place, { ...prerendered, show }, prerendered.foundAtMs);
  });
  const isThere = loaded?.number === number && loaded.attempt === attempt;

  useEffect(() => {
    if (isThere) return;
    const left = new AbortController();
    const skip = (number - 1) * RESULTS_PER_PAGE;
    callBackend({ show: { id, ...(skip > 0 && { skip }) } }, left.signal, readShowAnswer).then(
      (answer) => setLoaded(pageOf({ number, attempt }, answer, Date.now())),
      (error: unknown) => {
        if (left.signal.aborted) return;
        const search = { ...INITIAL_SEARCH_STATE, error: topicFailureText(error) };
        setLoaded((before) => ({ number, attempt, show: before?.show, search }));
      },
    );
    return () => left.abort();
  }, [id, number, attempt, isThere]);

  if (loaded !== null && isThere) return { ...loaded, retry };
  const search = { ...INITIAL_SEARCH_STATE, currentPage: number, isLoading: true };
  return { show: loaded?.show, search, retry };
}

function pageOf(
  { number, attempt }: Pick<LoadedPage, 'number' | 'attempt'>,
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
  return { number, attempt, show, search };
}
