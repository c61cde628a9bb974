import { DAY_MS, type SearchRequest, type SearchResponse } from 'functions/contract';
import { requestSearch } from '#shared/search/request-search.ts';

export interface AskedMatches {
  query: string;
  /** Whether transcripts count as well. */
  spoken: boolean;
  /** How far back they are looked for. */
  days: number;
}

/** What an alert with this query matched. Throws as `requestSearch`. */
export function searchMatches(
  { query, spoken, days }: AskedMatches,
  signal: AbortSignal,
): Promise<SearchResponse> {
  const request: SearchRequest = {
    keywords: [query],
    language: 'English',
    startDate: Date.now() - days * DAY_MS,
    reviewed: true,
    ...(!spoken && { spoken }),
  };
  return requestSearch(request, signal);
}
