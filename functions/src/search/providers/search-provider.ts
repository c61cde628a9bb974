import type { SearchRequest, SearchResponse } from '../../contract/index.ts';

/** A source of search results, as objects or ready to be sent. */
export interface SearchProvider<Answer = SearchResponse> {
  readonly name: string;
  /** Whether its answers may be cached for a minute; some backends' terms forbid it. */
  readonly cacheable: boolean;
  /** Whether its answers may go into feeds, which are copies; some backends' terms forbid it. */
  readonly allowsFeeds: boolean;
  /**
   * How many searches it does at a time, if clients are to take turns where there are more; null where
   * all may come at once.
   */
  readonly atOnce: number | null;
  /**
   * Returns episodes newest first, within the contract's limits. Fails, by throwing or rejecting,
   * with an AppError; stops early when the signal fires.
   */
  search(request: SearchRequest, signal: AbortSignal): Promise<Answer>;
}
