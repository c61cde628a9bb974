import { readSearchAnswer, type SearchRequest, type SearchResponse } from 'functions/contract';
import { loadPart } from '#shared/loading/load-part.ts';
import { SearchFailure } from './search-failure.ts';
import { sessionStore } from '#shared/session/session-store.ts';
import { site } from '#shared/site.ts';

/** Calls the search backend. Throws a {@link SearchFailure}, or the signal's reason if aborted. */
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
      headers: { 'Content-Type': 'application/json', ...(await proofs()) },
      body: JSON.stringify(request),
      signal,
    });
  } catch (cause) {
    signal.throwIfAborted();
    throw new SearchFailure({ kind: 'network' }, { cause });
  }
}

/** The headers with tokens. Loads no code for visitors of a site without App Check. */
async function proofs(): Promise<Record<string, string>> {
  const isSignedIn = sessionStore.getSession().status === 'signed-in';
  if (!isSignedIn && site.appCheckSiteKey === '') return {};
  const { callHeaders } = await loadPart(() => import('./call-headers.ts'));
  return callHeaders();
}

async function readAnswer(response: Response, signal: AbortSignal): Promise<SearchResponse> {
  try {
    return readSearchAnswer(await response.json());
  } catch (cause) {
    signal.throwIfAborted();
    throw new SearchFailure({ kind: 'unexpected' }, { cause });
  }
}
