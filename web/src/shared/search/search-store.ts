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
  /** Whether what is said was searched as well. */
  lastSearchSpoken: boolean;
  /** Whether what shows say in all of their episodes was searched as well. */
  lastSearchRepeated: boolean;
  /** How many more there are with it; 0 where there are none, or nobody knows. */
  repeatedMore: number;
  /** Whose data the results are, where that must be shown with them. */
  source: SearchResponse['source'] | null;
  /** When the results were found, epoch milliseconds; null where there are none. */
  foundAtMs: number | null;
  /** What was searched for, as a sentence, where that is more than words between commas; or empty. */
  asked: string;
  /** Keywords that would find something where these find nothing; empty where none are known. */
  meant: string[];
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
  lastSearchSpoken: true,
  lastSearchRepeated: false,
  repeatedMore: 0,
  source: null,
  foundAtMs: null,
  asked: '',
  meant: [],
};

type Search = (request: SearchRequest, signal: AbortSignal) => Promise<SearchResponse>;

interface SearchOptions {
  /** Oldest time of publication wanted, epoch milliseconds. */
  startDate?: number | undefined;
  /** Whether what is said is searched as well; yes by default. */
  spoken?: boolean;
  /** Whether what shows say in all of their episodes is searched as well; no by default. */
  repeated?: boolean;
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

  function begin(): AbortController {
    running?.abort();
    return (running = new AbortController());
  }

  async function run(
    keywords: readonly string[],
    {
      startDate,
      spoken = true,
      repeated = false,
      preview = [],
      failureText = searchFailureText,
    }: SearchOptions = {},
  ): Promise<void> {
    const controller = begin();
    const choice = { lastSearchSpoken: spoken, lastSearchRepeated: repeated };
    update({ ...previewOf(keywords, preview), ...choice, isLoading: true });
    try {
      const answer = await search(requestOf(state, startDate), controller.signal);
      if (running === controller) update({ ...answered(answer), isLoading: false });
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
    /** Takes over the state of a search that was made elsewhere. */
    show(found: SearchState): void {
      begin();
      update(found);
    },
    /**
     * Makes the last search once more without a word: its results stay until there are newer ones,
     * and after a failure.
     */
    async refresh(startDate?: number): Promise<void> {
      const controller = begin();
      try {
        const answer = await search(requestOf(state, startDate), controller.signal);
        if (running !== controller) return;
        // The server gives up looking for what was meant when that takes long: what is known stays.
        const { meant = answer.total === 0 ? state.meant : [] } = answer;
        update(answered({ ...answer, meant }));
      } catch {
        // The results that are there are better than a message.
      }
    },
    /** Repeats the last search, without a start date. */
    retry(): Promise<void> {
      const { lastSearchKeywords, lastSearchSpoken: spoken, lastSearchRepeated: repeated } = state;
      return run(lastSearchKeywords, { spoken, repeated });
    },
    setPage(currentPage: number): void {
      if (currentPage !== state.currentPage) update({ currentPage });
    },
    /** Forgets results, count and page, and gives up a search under way. */
    clear(): void {
      begin();
      update({ ...clearedResults, isLoading: false, error: '', lastSearchKeywords: [] });
    },
  };
}

function requestOf(
  { lastSearchKeywords, lastSearchSpoken, lastSearchRepeated }: SearchState,
  startDate: number | undefined,
): SearchRequest {
  return {
    keywords: [...lastSearchKeywords],
    language: 'English',
    ...(lastSearchSpoken ? {} : { spoken: false }),
    ...(lastSearchRepeated ? { repeated: true } : {}),
    ...(startDate === undefined ? {} : { startDate }),
  };
}

function answered(answer: SearchResponse): Partial<SearchState> {
  const { episodes, total, source = null, asked = '', meant = [], repeatedMore = 0 } = answer;
  const about = { source, asked, meant, repeatedMore, foundAtMs: Date.now() };
  return { searchResults: episodes, totalResults: total, ...about };
}

function previewOf(keywords: readonly string[], preview: readonly Episode[]): SearchState {
  return {
    ...INITIAL_SEARCH_STATE,
    searchResults: [...preview],
    totalResults: preview.length,
    lastSearchKeywords: [...keywords],
  };
}

const clearedResults = {
  searchResults: [],
  totalResults: 0,
  currentPage: 1,
  source: null,
  foundAtMs: null,
  asked: '',
  meant: [],
  repeatedMore: 0,
};

export const searchStore = createSearchStore();
