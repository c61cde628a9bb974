import { normaliseKeyword } from '../keywords/keyword-expression.ts';
import { MINUTE_MS, type SearchRequest, type SearchResponse } from '../contract/index.ts';
import { AppError } from '../platform/app-error.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import type { SearchProvider } from './providers/search-provider.ts';

const MAX_CACHED = 500;
/** Leaves room within the 60 s that Hosting waits, and within a reader's patience. */
const DEADLINE_MS = 8_000;

interface SearchOptions {
  provider: SearchProvider;
  now?: () => number;
  deadlineMs?: number;
}

export interface SearchOutcome {
  response: SearchResponse;
  /** How the answer was come by: looked up, shared with a request in flight, or kept from before. */
  source: 'provider' | 'in-flight' | 'cache';
}

/**
 * The search policy over a provider: identical requests in flight share one lookup, answers of a
 * cacheable provider are kept for a minute, and a provider that takes longer than the deadline
 * fails with `upstream-timeout`. Failures are never kept.
 */
export function createSearch({
  provider,
  now = Date.now,
  deadlineMs = DEADLINE_MS,
}: SearchOptions) {
  const inFlight = new Map<string, Promise<SearchResponse>>();
  const cache = new Map<string, { response: SearchResponse; keptAt: number }>();

  function remember(key: string, response: SearchResponse): void {
    cache.delete(key);
    cache.set(key, { response, keptAt: now() });
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  }

  async function lookUp(key: string, request: SearchRequest): Promise<SearchResponse> {
    try {
      const response = await withTimeout(deadlineMs, (signal) => provider.search(request, signal), {
        late: () => {
          throw new AppError('upstream-timeout', `no answer within ${deadlineMs} ms`);
        },
      });
      if (provider.cacheable) remember(key, response);
      return response;
    } finally {
      inFlight.delete(key);
    }
  }

  return async function search(asked: SearchRequest): Promise<SearchOutcome> {
    const request = toTheMinute(asked);
    const key = requestKey(request);
    const kept = cache.get(key);
    // Either way: a clock that is put back must not keep an answer for longer.
    if (kept && Math.abs(now() - kept.keptAt) < MINUTE_MS) {
      return { response: kept.response, source: 'cache' };
    }
    const running = inFlight.get(key);
    if (running) return { response: await running, source: 'in-flight' };
    const lookup = lookUp(key, request);
    inFlight.set(key, lookup);
    return { response: await lookup, source: 'provider' };
  };
}

/** A page computes its start date anew for every call; to the minute, calls become comparable. */
function toTheMinute(request: SearchRequest): SearchRequest {
  if (request.startDate === undefined) return request;
  return { ...request, startDate: Math.floor(request.startDate / MINUTE_MS) * MINUTE_MS };
}

/** Equal for requests that cannot differ in their answer: order, case and accents do not matter. */
function requestKey({ keywords, language, startDate }: SearchRequest): string {
  const normalised = new Set(keywords.map(normaliseKeyword));
  return JSON.stringify([[...normalised].sort(), language, startDate ?? null]);
}
