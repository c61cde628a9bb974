import {
  readSearchAnswer,
  type SearchRequest,
  type SearchResponse,
  type EpisodeRequest,
  type ShowRequest,
  type SpeechRequest,
} from 'functions/contract';
import { loadPart } from '#shared/loading/load-part.ts';
import { mayBeSignedIn } from '#shared/data/session/session-store.ts';
import { site } from '#shared/site.ts';

export type SearchFailureReason =
  | { kind: 'http'; status: number; statusText: string }
  | { kind: 'network' }
  | { kind: 'unexpected' };

export class SearchFailure extends Error {
  readonly reason: SearchFailureReason;

  constructor(reason: SearchFailureReason, options?: ErrorOptions) {
    super(`search failed: ${reason.kind}`, options);
    this.name = 'SearchFailure';
    this.reason = reason;
  }
}

/**
 * Throws a {@link SearchFailure}, or the signal's reason if aborted. Trend, limit and `nameOnly` are sent in a header,
 * because another backend might refuse unknown fields in the body.
 */
export function requestSearch(
  { trend, limit, nameOnly, ...search }: SearchRequest,
  signal: AbortSignal,
): Promise<SearchResponse> {
  const preferences = [
    ...(trend === undefined ? [] : [`trend=${trend}`]),
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(nameOnly === false ? ['name-only=no'] : []),
  ];
  const headers = preferences.length === 0 ? {} : { Prefer: preferences.join(', ') };
  return callBackend(search, signal, readSearchAnswer, headers);
}

/** Throws like {@link requestSearch}. */
export async function callBackend<Answer>(
  request: SearchRequest | SpeechRequest | ShowRequest | EpisodeRequest,
  signal: AbortSignal,
  read: (body: unknown) => Answer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await send(request, signal, headers);
  if (!response.ok) {
    const { status, statusText } = response;
    throw new SearchFailure({ kind: 'http', status, statusText });
  }
  try {
    return read(await response.json());
  } catch (cause) {
    signal.throwIfAborted();
    throw new SearchFailure({ kind: 'unexpected' }, { cause });
  }
}

async function send(
  request: SearchRequest | SpeechRequest | ShowRequest | EpisodeRequest,
  signal: AbortSignal,
  headers: Record<string, string>,
): Promise<Response> {
  try {
    return await fetch(`${site.backend}/search`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers, ...(await proofs()) },
      body: JSON.stringify(request),
      signal,
    });
  } catch (cause) {
    signal.throwIfAborted();
    throw new SearchFailure({ kind: 'network' }, { cause });
  }
}

/** Loads no code for visitors. */
async function proofs(): Promise<Record<string, string>> {
  if (!mayBeSignedIn()) return {};
  const { callHeaders } = await loadPart(() => import('./call-headers.ts'));
  return callHeaders();
}
