import type { SearchRequest, SearchResponse } from '../../contract/index.ts';

/** A place that searches are answered from. */
export interface SearchProvider {
  readonly name: string;
  /** Whether its answers may be kept for a moment; some backends' terms forbid it. */
  readonly cacheable: boolean;
  /**
   * Answers newest first, within the contract's limits. Fails, by throwing or by rejecting, with an
   * AppError; stops early when the signal fires.
   */
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchResponse>;
}
