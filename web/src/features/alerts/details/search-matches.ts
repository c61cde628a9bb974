import {
  type AlertChoice,
  DAY_MS,
  searchOfAlert,
  type SearchRequest,
  type SearchResponse,
} from 'functions/contract';
import { requestSearch } from '#shared/search/request-search.ts';

export interface AskedMatches extends AlertChoice {
  query: string;
  /** How far back they are looked for, epoch milliseconds. */
  sinceMs: number;
  /** Whether mentions a day are counted, too. */
  trend?: boolean;
}

/** What an alert with this query matched. Throws as `requestSearch`. */
export function searchMatches(
  { query, sinceMs, trend = false, ...choice }: AskedMatches,
  signal: AbortSignal,
): Promise<SearchResponse> {
  const request: SearchRequest = {
    ...searchOfAlert(query, choice),
    startDate: sinceMs,
    ...(trend && { trend: 'beside' as const }),
  };
  return requestSearch(request, signal);
}

/** Beginning of the last days in UTC, with today: what an alert's row counts, its matches and its choices count, too. */
export function startOfDays(days: number): number {
  return (Math.floor(Date.now() / DAY_MS) - days + 1) * DAY_MS;
}
