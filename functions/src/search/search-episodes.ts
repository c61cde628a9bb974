import { normalizeQuery } from '../query/normalize-query.ts';
import {
  MAX_EPISODES,
  MINUTE_MS,
  type SearchRequest,
  type SearchResponse,
} from '../contract/index.ts';
import { AppError } from '../platform/app-error.ts';
import { createSizedCache } from '../platform/sized-cache.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { createFairQueue } from './fair-queue.ts';
import { createSearchTime } from './limits/search-time.ts';
import type { SearchProvider } from './providers/search-provider.ts';

/** Size of the cache in bytes. A response takes 1 kB to about 1 MB. */
const MAX_BYTES = 50_000_000;
/** Timeout of a search; Hosting waits for 60 seconds. */
const DEADLINE_MS = 8_000;

interface SearchOptions {
  maxBytes?: number;
  now?: () => number;
  deadlineMs?: number;
}

type Json = Uint8Array<ArrayBuffer>;

export interface SearchOutcome {
  /** No other caller has the same object. */
  readonly response: SearchResponse;
  /** The response as JSON in UTF-8. */
  json(): Json;
  /** `total` of the response. */
  total: number;
  source: 'provider' | 'in-flight' | 'cache';
}

export interface Caller {
  /** Key in the fair queue, such as an address. */
  client: string;
  /** Ids of the shows that the person follows; empty for visitors. */
  followed?: readonly string[] | undefined;
  /** Aborts when the client disconnects; absent if that is not known. */
  gone?: AbortSignal | undefined;
}

/** `json` encodes at most once. */
type Found = Pick<SearchOutcome, 'response' | 'json'>;

interface Lookup {
  answer: Promise<Found>;
  clients: Set<string>;
  waiting: number;
  abandoned: AbortController;
}

/**
 * Searches with a provider. Concurrent equal requests share one lookup. Results of a cacheable provider are
 * cached for a minute, failures never. The cache holds JSON: its size is known, and the texts that excerpts were cut
 * from can be freed. Throws 'upstream-timeout' after the deadline, or when all clients have left.
 */
export function createSearch(
  provider: SearchProvider,
  { maxBytes = MAX_BYTES, now = Date.now, deadlineMs = DEADLINE_MS }: SearchOptions = {},
) {
  const inFlight = new Map<string, Lookup>();
  const cache = createSizedCache<{ json: Json; total: number; keptAt: number }>(
    maxBytes,
    ({ json }) => json.byteLength,
  );
  const time = createSearchTime();
  const queue = provider.atOnce === null ? null : createFairQueue(provider.atOnce, time.isSlow);

  function remember(key: string, { response, json }: Found): void {
    cache.set(key, { json: json(), total: response.total, keptAt: now() });
  }

  function lookUp(key: string, request: SearchRequest, caller: Caller): Lookup {
    const { client, followed } = caller;
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
    async function answer(): Promise<Found> {
      try {
        const options = { parent: abandoned.signal, late };
        const found = encodedOnce(await withTimeout(deadlineMs, find, options));
        if (provider.cacheable) remember(key, found);
        return found;
      } finally {
        forget(key, lookup);
      }
    }
    const lookup = { answer: answer(), clients, waiting: 0, abandoned };
    inFlight.set(key, lookup);
    return lookup;
  }

  function forget(key: string, lookup: Lookup): void {
    if (inFlight.get(key) === lookup) inFlight.delete(key);
  }

  async function waitFor(key: string, lookup: Lookup, { client, gone }: Caller) {
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

  return async function search(asked: SearchRequest, caller: Caller): Promise<SearchOutcome> {
    const request = toTheMinute(asked);
    const key = requestKey(request, caller.followed);
    const kept = cache.get(key);
    // `abs`: setting the clock back must not extend the lifetime of cached answers.
    if (kept && Math.abs(now() - kept.keptAt) < MINUTE_MS) {
      return decodedLater(kept.json, kept.total, 'cache');
    }
    const running = inFlight.get(key);
    const lookup = running ?? lookUp(key, request, caller);
    const { response, json } = await waitFor(key, lookup, caller);
    if (running) return decodedLater(json(), response.total, 'in-flight');
    return { response, json, total: response.total, source: 'provider' };
  };
}

const [ENCODER, DECODER] = [new TextEncoder(), new TextDecoder()];

function encodedOnce(response: SearchResponse): Found {
  let json: Json | undefined;
  return { response, json: () => (json ??= ENCODER.encode(JSON.stringify(response))) };
}

function decodedLater(json: Json, total: number, source: SearchOutcome['source']): SearchOutcome {
  return {
    get response() {
      return JSON.parse(DECODER.decode(json)) as SearchResponse;
    },
    json: () => json,
    total,
    source,
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
    nameOnly = true,
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
    nameOnly,
    sort,
    strength ?? null,
    skip,
    limit,
    trend ?? null,
    ...followed.toSorted(),
  ]);
}
