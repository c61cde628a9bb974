import {
  type SearchRequest,
  type SearchResponse,
  episodeSchema,
  searchResponseSchema,
} from 'functions/contract';
import * as z from 'zod/mini';
import { SearchFailure } from './search-failure.ts';
import { site } from './site.ts';

/** Backends may answer with the list itself instead of an object that holds it. */
const answerSchema = z.union([searchResponseSchema, z.array(episodeSchema)]);

/**
 * Asks the search backend. Throws a {@link SearchFailure}, or the signal's own reason when aborted.
 * The body is read only when the status is OK.
 */
export async function requestSearch(
  request: SearchRequest,
  signal: AbortSignal,
): Promise<SearchResponse> {
  const response = await send(request, signal);
  if (!response.ok) {
    const { status, statusText } = response;
    throw new SearchFailure({ kind: 'http', status, statusText });
  }
  return readAnswer(response, signal);
}

async function send(request: SearchRequest, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(`${site.backend}/search`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
      signal,
    });
  } catch (cause) {
    signal.throwIfAborted();
    throw new SearchFailure({ kind: 'network' }, { cause });
  }
}

async function readAnswer(response: Response, signal: AbortSignal): Promise<SearchResponse> {
  try {
    const answer = answerSchema.parse(await response.json());
    return Array.isArray(answer) ? { episodes: answer, total: answer.length } : answer;
  } catch (cause) {
    signal.throwIfAborted();
    throw new SearchFailure({ kind: 'unexpected' }, { cause });
  }
}
