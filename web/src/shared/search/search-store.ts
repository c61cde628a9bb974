import type { Episode, SearchRequest, SearchResponse, SearchSort } from 'functions/contract';
import { searchFailureText } from './failure-text.ts';
import { requestSearch } from './request-search.ts';
import { type SearchChoice, USUAL_CHOICE } from './search-address.ts';

const RESULTS_PER_PAGE = 10;

/** The search state that all pages share (specification, section 3). */
export interface SearchState {
  searchResults: Episode[];
  /** Number of matching episodes; may be larger than the number in `searchResults`. */
  totalResults: number;
  currentPage: number;
  resultsPerPage: number;
  isLoading: boolean;
  error: string;
  lastSearchKeywords: string[];
  lastSearchLanguage: 'English';
  lastSearchChoice: SearchChoice;
  /** The order of the results; null if the provider cannot rank. */
  sort: SearchSort | null;
  /** Additional matches if boilerplate were searched; 0 if unknown. */
  repeatedMore: number;
  /** Time of the results in epoch milliseconds; null without results. */
  foundAtMs: number | null;
  /** The parsed query in words; '' if the query has no operators. */
  asked: string;
  /** Suggested keywords for a search without results. */
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
  lastSearchChoice: USUAL_CHOICE,
  sort: null,
  repeatedMore: 0,
  foundAtMs: null,
  asked: '',
  meant: [],
};

type Search = (request: SearchRequest, signal: AbortSignal) => Promise<SearchResponse>;

interface SearchOptions {
  /** Earliest publication date in epoch milliseconds. */
  startDate?: number | undefined;
  choice?: Partial<SearchChoice>;
  /** Known matches, shown until the response arrives. */
  preview?: readonly Episode[];
  /** The error message for a failure; default: the home page's. */
  failureText?: (error: unknown) => string;
}

/** Creates the store of the search state. A new search aborts the running one. */
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
    { startDate, choice = {}, preview = [], failureText = searchFailureText }: SearchOptions = {},
  ): Promise<void> {
    const controller = begin();
    const lastSearchChoice = { ...USUAL_CHOICE, ...choice };
    // The backend stays the same, so its ability to sort is known before the response.
    const { sort } = state;
    update({ ...previewOf(keywords, preview), lastSearchChoice, sort, isLoading: true });
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
    run,
    /** Adopts results from elsewhere, such as a prerendered page. */
    show(found: SearchState): void {
      begin();
      update(found);
    },
    /** Repeats the last search in the background; the old results stay until the response, and after an error. */
    async refresh(startDate?: number): Promise<void> {
      const controller = begin();
      try {
        const answer = await search(requestOf(state, startDate), controller.signal);
        if (running !== controller) return;
        // The server omits suggestions if finding them takes too long, so the old ones stay.
        const { meant = answer.total === 0 ? state.meant : [] } = answer;
        update(answered({ ...answer, meant }));
      } catch {
        // Old results are better than an error message.
      }
    },
    retry(): Promise<void> {
      const { lastSearchKeywords, lastSearchChoice: choice } = state;
      return run(lastSearchKeywords, { choice });
    },
    setPage(currentPage: number): void {
      if (currentPage !== state.currentPage) update({ currentPage });
    },
    clear(): void {
      begin();
      update({ ...clearedResults, isLoading: false, error: '', lastSearchKeywords: [] });
    },
  };
}

function requestOf(
  { lastSearchKeywords, lastSearchChoice: { spoken, repeated, sort, about } }: SearchState,
  startDate: number | undefined,
): SearchRequest {
  return {
    keywords: [...lastSearchKeywords],
    language: 'English',
    ...(spoken ? {} : { spoken }),
    ...(repeated ? { repeated } : {}),
    ...(sort === USUAL_CHOICE.sort ? {} : { sort }),
    ...(about ? { strength: 'about' as const } : {}),
    ...(startDate === undefined ? {} : { startDate }),
  };
}

function answered(answer: SearchResponse): Partial<SearchState> {
  const { episodes, total, asked = '', meant = [], repeatedMore = 0 } = answer;
  const { sort = null } = answer;
  const about = { sort, asked, meant, repeatedMore, foundAtMs: Date.now() };
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
  foundAtMs: null,
  asked: '',
  meant: [],
  repeatedMore: 0,
};

export const searchStore = createSearchStore();
