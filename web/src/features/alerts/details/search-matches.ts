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
  /** Earliest publication, epoch milliseconds. */
  sinceMs: number;
  /** Whether the answer also counts mentions a day. */
  trend?: boolean;
}

/** Searches for the recent matches of an alert with this query. Throws as `requestSearch`. */
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

/**
 * Beginning of the last `days` UTC days including today, epoch milliseconds. These are the days of a trend, so
 * that the numbers in an alert's details equal those in its row.
 */
export function startOfDays(days: number): number {
  return (Math.floor(Date.now() / DAY_MS) - days + 1) * DAY_MS;
}
