import type { SearchRequest, SearchResponse } from 'functions/contract';
import { callHeaders } from './call-headers.ts';
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
  // A tenth of all scripts, which no page needs to begin with; it comes while the backend works.
  const answerParser = import('./parse-search-answer.ts');
  // Awaited only once there is an answer; without a connection, the search fails for that first.
  answerParser.catch(() => undefined);
  const response = await send(request, signal);
  if (!response.ok) {
    const { status, statusText } = response;
    throw new SearchFailure({ kind: 'http', status, statusText });
  }
  return readAnswer(response, answerParser, signal);
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

async function readAnswer(
  response: Response,
  answerParser: Promise<typeof import('./parse-search-answer.ts')>,
  signal: AbortSignal,
): Promise<SearchResponse> {
  try {
    const { parseSearchAnswer } = await answerParser;
    return parseSearchAnswer(await response.json());
  } catch (cause) {
    signal.throwIfAborted();
    throw new SearchFailure({ kind: 'unexpected' }, { cause });
  }
}
