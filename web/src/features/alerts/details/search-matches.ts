import {
  type AlertChoice,
  DAY_MS,
  type SearchRequest,
  type SearchResponse,
} from 'functions/contract';
import { requestSearch } from '#shared/search/request-search.ts';

export interface AskedMatches extends AlertChoice {
  query: string;
  /** How far back they are looked for. */
  days: number;
  /** Whether mentions a day are counted, too. */
  trend?: boolean;
}

/** What an alert with this query matched. Throws as `requestSearch`. */
export function searchMatches(
  { query, spoken = true, onlyAbout = false, days, trend = false }: AskedMatches,
  signal: AbortSignal,
): Promise<SearchResponse> {
  const request: SearchRequest = {
    keywords: [query],
    language: 'English',
    startDate: Date.now() - days * DAY_MS,
    reviewed: true,
    ...(trend && { trend: 'beside' as const }),
    ...(!spoken && { spoken }),
    ...(onlyAbout && { strength: 'about' }),
  };
  return requestSearch(request, signal);
}
