import type { Episode, SearchRequest, SearchResponse } from 'functions/contract';
import { searchFailureText } from './failure-text.ts';
import { requestSearch } from './request-search.ts';

const RESULTS_PER_PAGE = 10;

/** What all pages share of the search (specification, section 3). */
export interface SearchState {
  searchResults: Episode[];
  /** How many episodes match in all; may be more than were sent. */
  totalResults: number;
  /** Counted from 1. */
  currentPage: number;
  resultsPerPage: number;
  isLoading: boolean;
  /** The reader's sentence, or empty. */
  error: string;
  lastSearchKeywords: string[];
  lastSearchLanguage: 'English';
  /** Whose data the results are, where that must be shown with them. */
  source: SearchResponse['source'] | null;
}

export const INITIAL_SEARCH_STATE: SearchState = {
  searchResults: [],
  totalResults: 0,
  currentPage: 1,
  resultsPerPage: RESULTS_PER_PAGE,
  isLoading: false,
  error: '',
  lastSearchKeywords: [],
  lastSearchLanguage: 'English',
  source: null,
};

type Search = (request: SearchRequest, signal: AbortSignal) => Promise<SearchResponse>;

interface SearchOptions {
  /** Oldest time of publication wanted, epoch milliseconds. */
  startDate?: number;
  /** Episodes that match for certain, shown until the answer is there. */
  preview?: readonly Episode[];
  /** The reader's sentence for a failure; by default the home page's. */
  failureText?: (error: unknown) => string;
}

/** Holds the search state; at most one search runs at a time, a new one aborts the one before. */
export function createSearchStore(search: Search = requestSearch) {
  let state = INITIAL_SEARCH_STATE;
  let running: AbortController | undefined;
  const listeners = new Set<() => void>();

  function update(change: Partial<SearchState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function stop(): void {
    running?.abort();
    running = undefined;
  }

  async function run(
    keywords: readonly string[],
    { startDate, preview = [], failureText = searchFailureText }: SearchOptions = {},
  ): Promise<void> {
    stop();
    const controller = new AbortController();
    running = controller;
    update({
      ...resultsOf(keywords, preview),
      isLoading: true,
    });
    try {
      const {
        episodes,
        total,
        source = null,
      } = await search(
        {
          keywords: [...keywords],
          language: 'English',
          ...(startDate === undefined ? {} : { startDate }),
        },
        controller.signal,
      );
      if (running !== controller) return;
      update({ searchResults: episodes, totalResults: total, source, isLoading: false });
    } catch (error) {
      if (running !== controller) return;
      update({ ...clearedResults, error: failureText(error), isLoading: false });
    }
  }

  return {
    getState: (): SearchState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Searches for any of the keywords. */
    run,
    /** Takes over episodes that are known to be the answer, as if they had been searched for. */
    show(keywords: readonly string[], episodes: readonly Episode[]): void {
      stop();
      update(resultsOf(keywords, episodes));
    },
    /** Repeats the last search, without a start date. */
    retry: (): Promise<void> => run(state.lastSearchKeywords),
    setPage: (currentPage: number): void => update({ currentPage }),
    /** Forgets results, count and page, and gives up a search under way. */
    clear(): void {
      stop();
      update({ ...clearedResults, isLoading: false, error: '', lastSearchKeywords: [] });
    },
  };
}

/** The state in which exactly these episodes answer a search for these keywords. */
export function resultsOf(keywords: readonly string[], episodes: readonly Episode[]): SearchState {
  return {
    ...INITIAL_SEARCH_STATE,
    searchResults: [...episodes],
    totalResults: episodes.length,
    lastSearchKeywords: [...keywords],
  };
}

const clearedResults = { searchResults: [], totalResults: 0, currentPage: 1, source: null };

export const searchStore = createSearchStore();
