import {
  type Episode,
  MINUTE_MS,
  RESULTS_ASKED,
  RESULTS_PER_PAGE,
  type SearchRequest,
  type SearchResponse,
  type SearchSort,
  type Trend,
} from 'functions/contract';
import { useSyncExternalStore } from 'react';
import { searchFailureText } from './failure-text.ts';
import { requestSearch } from './request-search.ts';
import { blockOf } from './result-pages.ts';
import { type SearchChoice, USUAL_CHOICE } from './search-address.ts';

/** Older results are refetched when their page is opened or restored. */
const FRESH_FOR_MS = 10 * MINUTE_MS;

/** All pages share this state. */
export interface SearchState {
  searchResults: Episode[];
  /** Number of matching episodes; may be larger than the number in `searchResults`. */
  totalResults: number;
  /** Index of the first of `searchResults` among all matches. */
  resultsFrom: number;
  /** Number of matches that pages can show: all if the backend supports `skip`. */
  reachable: number;
  /** False if the backend returns all its episodes at once. */
  isPaged: boolean;
  currentPage: number;
  resultsPerPage: number;
  isLoading: boolean;
  error: string;
  lastSearchKeywords: string[];
  lastSearchLanguage: 'English';
  lastSearchChoice: SearchChoice;
  /** The order of the results; null if the backend cannot rank. */
  sort: SearchSort | null;
  /** When the results were found, epoch milliseconds; null without results. */
  foundAtMs: number | null;
  /** The parsed query in words; '' if the query has no operators. */
  asked: string;
  meant: string[];
  /** Mentions per day; null if unknown. */
  trend: Trend | null;
}

export const INITIAL_SEARCH_STATE: SearchState = {
  searchResults: [],
  totalResults: 0,
  resultsFrom: 0,
  reachable: 0,
  isPaged: true,
  currentPage: 1,
  resultsPerPage: RESULTS_PER_PAGE,
  isLoading: false,
  error: '',
  lastSearchKeywords: [],
  lastSearchLanguage: 'English',
  lastSearchChoice: USUAL_CHOICE,
  sort: null,
  foundAtMs: null,
  asked: '',
  meant: [],
  trend: null,
};

type Search = (request: SearchRequest, signal: AbortSignal) => Promise<SearchResponse>;

interface SearchOptions {
  /** Earliest publication date in epoch milliseconds. */
  startDate?: number | undefined;
  choice?: Partial<SearchChoice>;
  page?: number;
  /** Known matches, shown until the response arrives. */
  preview?: readonly Episode[];
  /** The error message for a failure; default: the home page's. */
  failureText?: ((error: unknown) => string) | undefined;
}

/** A new search aborts the running one. */
export function createSearchStore(search: Search = requestSearch) {
  let state = INITIAL_SEARCH_STATE;
  let running: AbortController | undefined;
  /** Index of the first match of a running background fetch. */
  let preparing: number | null = null;
  /** Options of the last search, reused for its further pages. */
  let asked: Pick<SearchOptions, 'startDate' | 'failureText'> = {};
  const listeners = new Set<() => void>();

  function update(change: Partial<SearchState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function begin(): AbortController {
    running?.abort();
    preparing = null;
    return (running = new AbortController());
  }

  async function run(
    keywords: readonly string[],
    { startDate, choice = {}, page = 1, preview = [], failureText }: SearchOptions = {},
  ): Promise<void> {
    const lastSearchChoice = { ...USUAL_CHOICE, ...choice };
    // Keeps `sort` until the response, because the backend's ability to rank does not change.
    const { sort } = state;
    const started = previewOf(keywords, preview);
    asked = { startDate, failureText };
    await load({ ...started, lastSearchChoice, sort, currentPage: page });
  }

  async function load(change: Partial<SearchState>): Promise<void> {
    const controller = begin();
    update({ ...change, error: '', isLoading: true });
    const { startDate, failureText = searchFailureText } = asked;
    const resultsFrom = blockOfPage(state);
    try {
      const answer = await search(requestOf(state, startDate, resultsFrom), controller.signal);
      if (running !== controller) return;
      update({ ...answered(answer, state), resultsFrom, isLoading: false });
      // Loads another block if the requested page is beyond the last page, or if the backend has only one
      // block.
      if (blockOfPage(state) !== resultsFrom) await load({ searchResults: [] });
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
    /** Adopts results from elsewhere, such as a prerendered page. The options apply to its further pages. */
    show(found: SearchState, { startDate, failureText }: SearchOptions = {}): void {
      begin();
      asked = { startDate, failureText };
      update(found);
    },
    /**
     * Repeats the last search in the background. The old results stay until the response, and after an error.
     */
    async refresh(startDate?: number): Promise<void> {
      const controller = begin();
      asked = { ...asked, startDate };
      const resultsFrom = blockOfPage(state);
      try {
        const request = requestOf({ ...state, trend: null }, startDate, resultsFrom);
        const answer = await search(request, controller.signal);
        if (running !== controller) return;
        // The server omits suggestions if finding them takes too long, so the old suggestions stay.
        const { meant = answer.total === 0 ? state.meant : [] } = answer;
        update({ ...answered({ ...answer, meant }, state), resultsFrom });
      } catch {
        // Old results are better than an error message.
      }
    },
    retry(): Promise<void> {
      const { lastSearchKeywords, lastSearchChoice: choice, currentPage: page } = state;
      return run(lastSearchKeywords, { choice, page });
    },
    /** Repeats a failed search with its start date. */
    again(): Promise<void> {
      return load({});
    },
    /** Fetches the page unless it is loaded. */
    async turnTo(currentPage: number): Promise<void> {
      const before = blockOfPage(state);
      if (currentPage !== state.currentPage) update({ currentPage });
      const isWanted = state.isLoading ? blockOfPage(state) !== before : isMissing(state);
      if (isWanted) await load({ searchResults: [] });
    },
    /** Fetches the next page in the background unless it is loaded. */
    async prepareNext(): Promise<void> {
      const { searchResults, resultsFrom, reachable, isLoading } = state;
      const end = resultsFrom + searchResults.length;
      const isLast = firstOnPage(state) + RESULTS_PER_PAGE === end && end < reachable;
      if (isLoading || !isLast || end === preparing) return;
      const controller = running ?? begin();
      preparing = end;
      try {
        const request = requestOf(state, asked.startDate, end);
        const { episodes } = await search(request, controller.signal);
        if (running !== controller || state.searchResults !== searchResults) return;
        update({ searchResults: [...searchResults, ...episodes] });
      } catch {
        // Turning to the page retries, and shows the error.
      } finally {
        if (running === controller) preparing = null;
      }
    },
    clear(): void {
      begin();
      const page = { currentPage: 1, lastSearchKeywords: [] };
      update({ ...clearedResults, ...page, isLoading: false, error: '' });
    },
  };
}

/** Empty results are never fresh, because the catalogue may have grown since. */
export function isFresh(episodes: readonly Episode[], foundAtMs: number): boolean {
  return episodes.length > 0 && Date.now() - foundAtMs <= FRESH_FOR_MS;
}

/** Index of the first episode on the current page, or on the last page if the current page is beyond it. */
export function firstOnPage(search: SearchState): number {
  const { currentPage, resultsPerPage, reachable } = search;
  const page = reachable === 0 ? currentPage : Math.min(currentPage, pageCount(search));
  return (page - 1) * resultsPerPage;
}

export function pageCount({
  reachable,
  resultsPerPage,
}: Pick<SearchState, 'reachable' | 'resultsPerPage'>): number {
  return Math.ceil(reachable / resultsPerPage);
}

function blockOfPage(search: SearchState): number {
  if (!search.isPaged) return 0;
  return blockOf(firstOnPage(search));
}

function isMissing(search: SearchState): boolean {
  const { resultsPerPage, resultsFrom, reachable, searchResults, error } = search;
  if (error !== '' || reachable === 0) return false;
  const first = firstOnPage(search);
  const last = Math.min(first + resultsPerPage, reachable);
  return first < resultsFrom || last > resultsFrom + searchResults.length;
}

function requestOf(
  { lastSearchKeywords, lastSearchChoice: { spoken, sort, about }, trend }: SearchState,
  startDate: number | undefined,
  skip: number,
): SearchRequest {
  return {
    keywords: [...lastSearchKeywords],
    language: 'English',
    // Requests results up to the end of a block, so that shown results keep their positions.
    limit: RESULTS_ASKED - (skip % RESULTS_ASKED),
    ...(trend === null && { trend: 'beside' as const }),
    ...(spoken ? {} : { spoken }),
    ...(sort === USUAL_CHOICE.sort ? {} : { sort }),
    ...(about ? { strength: 'about' as const } : {}),
    ...(startDate === undefined ? {} : { startDate }),
    ...(skip === 0 ? {} : { skip }),
  };
}

/** @param before Its trend is kept, because requests for further pages omit the trend. */
function answered(
  answer: SearchResponse,
  before: Pick<SearchState, 'trend'>,
): Partial<SearchState> {
  const { episodes, total, asked = '', meant = [] } = answer;
  const { sort = null, paged = false, trend = before.trend } = answer;
  const about = { sort, asked, meant, trend, foundAtMs: Date.now() };
  const reachable = paged ? total : episodes.length;
  return { searchResults: episodes, totalResults: total, reachable, isPaged: paged, ...about };
}

function previewOf(keywords: readonly string[], preview: readonly Episode[]): SearchState {
  return {
    ...INITIAL_SEARCH_STATE,
    searchResults: [...preview],
    totalResults: preview.length,
    reachable: preview.length,
    lastSearchKeywords: [...keywords],
  };
}

const clearedResults = {
  searchResults: [],
  totalResults: 0,
  resultsFrom: 0,
  reachable: 0,
  foundAtMs: null,
  asked: '',
  meant: [],
  trend: null,
};

export const searchStore = createSearchStore();

export function useSearch(): SearchState {
  return useSyncExternalStore(
    searchStore.subscribe,
    searchStore.getState,
    () => INITIAL_SEARCH_STATE,
  );
}
