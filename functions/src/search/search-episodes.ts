import { normalizeQuery } from '../query/normalize-query.ts';
import { MAX_EPISODES, MINUTE_MS, type SearchRequest } from '../contract/index.ts';
import { AppError } from '../platform/app-error.ts';
import { createSizedCache, textBytes } from '../platform/sized-cache.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { createFairQueue } from './fair-queue.ts';
import { createSearchTime } from './limits/search-time.ts';
import type { SearchProvider } from './providers/search-provider.ts';

/** Size of the cache in bytes. A response takes 1 kB to about 1 MB. */
const MAX_BYTES = 50_000_000;
/** Timeout of a search; Hosting waits for 60 seconds. */
const DEADLINE_MS = 8_000;

interface SearchOptions<Answer> {
  provider: SearchProvider<Answer>;
  /** Size in bytes; default: the length as JSON. */
  sizeOf?: (answer: Answer) => number;
  now?: () => number;
  deadlineMs?: number;
}

export interface SearchOutcome<Answer> {
  response: Answer;
  source: 'provider' | 'in-flight' | 'cache';
}

export interface Asker {
  /** Key in the fair queue, such as an address. */
  client: string;
  /** Ids of the shows that the person follows; empty for visitors. */
  followed?: readonly string[] | undefined;
  /** Aborts when the client disconnects; absent if that is not known. */
  gone?: AbortSignal | undefined;
}

interface Lookup<Answer> {
  answer: Promise<Answer>;
  clients: Set<string>;
  waiting: number;
  abandoned: AbortController;
}

/**
 * Searches with a provider. Concurrent equal requests share one lookup. Results of a cacheable provider are
 * cached for a minute, failures never. Throws 'upstream-timeout' after the deadline, or when all clients have
 * left.
 */
export function createSearch<Answer>({
  provider,
  sizeOf = (answer) => textBytes(JSON.stringify(answer)),
  now = Date.now,
  deadlineMs = DEADLINE_MS,
}: SearchOptions<Answer>) {
  const inFlight = new Map<string, Lookup<Answer>>();
  const cache = createSizedCache<{ response: Answer; keptAt: number }>(MAX_BYTES, ({ response }) =>
    sizeOf(response),
  );
  const time = createSearchTime();
  const queue = provider.atOnce === null ? null : createFairQueue(provider.atOnce, time.isSlow);

  function remember(key: string, response: Answer): void {
    cache.set(key, { response, keptAt: now() });
  }

  function lookUp(key: string, request: SearchRequest, asker: Asker): Lookup<Answer> {
    const { client, followed } = asker;
    const clients = new Set([client]);
    const abandoned = new AbortController();
    const find = async (signal: AbortSignal) => {
      // Downloading a copy of the catalogue must use neither a slot of the queue nor the client's time.
      if (provider.ready !== undefined) await provider.ready();
      const ask = () => provider.search(request, signal, followed);
      return queue === null ? ask() : queue.run(clients, signal, () => time.spend(clients, ask));
    };
    const late = () => {
      throw new AppError('upstream-timeout', `no answer within ${deadlineMs} ms`);
    };
    async function answer(): Promise<Answer> {
      try {
        const options = { parent: abandoned.signal, late };
        const response = await withTimeout(deadlineMs, find, options);
        if (provider.cacheable) remember(key, response);
        return response;
      } finally {
        forget(key, lookup);
      }
    }
    const lookup = { answer: answer(), clients, waiting: 0, abandoned };
    inFlight.set(key, lookup);
    return lookup;
  }

  function forget(key: string, lookup: Lookup<Answer>): void {
    if (inFlight.get(key) === lookup) inFlight.delete(key);
  }

  async function waitFor(key: string, lookup: Lookup<Answer>, { client, gone }: Asker) {
    const leave = () => {
      lookup.waiting -= 1;
      if (lookup.waiting > 0) return;
      forget(key, lookup);
      lookup.abandoned.abort();
    };
    lookup.waiting += 1;
    lookup.clients.add(client);
    queue?.advance();
    if (gone?.aborted === true) leave();
    gone?.addEventListener('abort', leave, { once: true });
    try {
      return await lookup.answer;
    } finally {
      gone?.removeEventListener('abort', leave);
    }
  }

  return async function search(asked: SearchRequest, asker: Asker): Promise<SearchOutcome<Answer>> {
    const request = toTheMinute(asked);
    const key = requestKey(request, asker.followed);
    const kept = cache.get(key);
    // `abs`: setting the clock back must not extend the lifetime of cached answers.
    if (kept && Math.abs(now() - kept.keptAt) < MINUTE_MS) {
      return { response: kept.response, source: 'cache' };
    }
    const running = inFlight.get(key);
    const lookup = running ?? lookUp(key, request, asker);
    const response = await waitFor(key, lookup, asker);
    return { response, source: running ? 'in-flight' : 'provider' };
  };
}

/** Clients compute the start date anew for each call, but equal searches must share the cache. */
function toTheMinute(request: SearchRequest): SearchRequest {
  if (request.startDate === undefined) return request;
  return { ...request, startDate: Math.floor(request.startDate / MINUTE_MS) * MINUTE_MS };
}

/** Cache key: equal for requests with the same results. Includes the followed shows, which change results. */
function requestKey(
  {
    keywords,
    language,
    startDate,
    spoken = true,
    sort = 'newest',
    strength,
    skip = 0,
    limit = MAX_EPISODES,
    trend,
  }: SearchRequest,
  followed: readonly string[] = [],
): string {
  // A query without a normal form may still find something in an operator's own backend.
  const asked = normalizeQuery(keywords) || keywords;
  return JSON.stringify([
    asked,
    language,
    startDate ?? null,
    spoken,
    sort,
    strength ?? null,
    skip,
    limit,
    trend ?? null,
    ...followed.toSorted(),
  ]);
}
