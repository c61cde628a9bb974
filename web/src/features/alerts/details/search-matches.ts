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
  /** If true, also requests mentions per day. */
  trend?: boolean;
}

/** Throws like `requestSearch`. */
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
 * Start of the last `days` UTC days including today, epoch milliseconds. Trends count the same days, so an
 * alert's details and its row show equal numbers.
 */
export function startOfDays(days: number): number {
  return (Math.floor(Date.now() / DAY_MS) - days + 1) * DAY_MS;
}
