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
};

type Search = (request: SearchRequest, signal: AbortSignal) => Promise<SearchResponse>;

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

  async function run(keywords: string[], startDate?: number): Promise<void> {
    stop();
    const controller = new AbortController();
    running = controller;
    update({
      ...clearedResults,
      isLoading: true,
      error: '',
      lastSearchKeywords: keywords,
      lastSearchLanguage: 'English',
    });
    try {
      const { episodes, total } = await search(
        { keywords, language: 'English', ...(startDate === undefined ? {} : { startDate }) },
        controller.signal,
      );
      if (running !== controller) return;
      update({ searchResults: episodes, totalResults: total, isLoading: false });
    } catch (error) {
      if (running !== controller) return;
      update({ error: searchFailureText(error), isLoading: false });
    }
  }

  return {
    getState: (): SearchState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Searches for any of the keywords, optionally only from `startDate` (epoch ms) on. */
    run,
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

const clearedResults = { searchResults: [], totalResults: 0, currentPage: 1 };

export const searchStore = createSearchStore();
