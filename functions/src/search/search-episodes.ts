import { normaliseQuestion } from '../keywords/question-key.ts';
import { MINUTE_MS, type SearchRequest } from '../contract/index.ts';
import { AppError } from '../platform/app-error.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import type { SearchProvider } from './providers/search-provider.ts';

const MAX_CACHED = 500;
/** Well within the 60 s that Hosting waits, and within a reader's patience. */
const DEADLINE_MS = 8_000;

interface SearchOptions<Answer> {
  provider: SearchProvider<Answer>;
  now?: () => number;
  deadlineMs?: number;
}

export interface SearchOutcome<Answer> {
  response: Answer;
  /** Where the answer came from: a new lookup, one already in flight, or the cache. */
  source: 'provider' | 'in-flight' | 'cache';
}

/**
 * The search policy on top of a provider: identical requests in flight share one lookup, answers of
 * a cacheable provider are cached for a minute, and a lookup that takes longer than the deadline
 * fails with `upstream-timeout`. Failures are never cached.
 */
export function createSearch<Answer>({
  provider,
  now = Date.now,
  deadlineMs = DEADLINE_MS,
}: SearchOptions<Answer>) {
  const inFlight = new Map<string, Promise<Answer>>();
  const cache = new Map<string, { response: Answer; keptAt: number }>();

  function remember(key: string, response: Answer): void {
    cache.delete(key);
    cache.set(key, { response, keptAt: now() });
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  }

  async function lookUp(key: string, request: SearchRequest): Promise<Answer> {
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

  return async function search(asked: SearchRequest): Promise<SearchOutcome<Answer>> {
    const request = toTheMinute(asked);
    const key = requestKey(request);
    const kept = cache.get(key);
    // In both directions: after a clock is set back, an answer must not stay cached for longer.
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

/**
 * Pages compute the start date anew for every call; rounded to the minute, equal searches match.
 */
function toTheMinute(request: SearchRequest): SearchRequest {
  if (request.startDate === undefined) return request;
  return { ...request, startDate: Math.floor(request.startDate / MINUTE_MS) * MINUTE_MS };
}

/** Equal for requests with the same answer: order, case and accents do not matter. */
function requestKey({
  keywords,
  language,
  startDate,
  spoken = true,
  repeated = false,
}: SearchRequest): string {
  // A backend of one's own may find something where the catalogue would not.
  const asked = normaliseQuestion(keywords) || keywords;
  return JSON.stringify([asked, language, startDate ?? null, spoken, repeated]);
}
