import type { SearchRequest, SearchResponse } from 'functions/contract';
import { callHeaders } from './call-headers.ts';
import { parseSearchAnswer } from './parse-search-answer.ts';
import { SearchFailure } from './search-failure.ts';
import { site } from './site.ts';

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
      headers: { 'Content-Type': 'application/json', ...(await callHeaders()) },
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
    return parseSearchAnswer(await response.json());
  } catch (cause) {
    signal.throwIfAborted();
    throw new SearchFailure({ kind: 'unexpected' }, { cause });
  }
}
