import type { Prerendered } from '#shared/page/prerendered-episodes.ts';
import { SearchFailure } from './search-failure.ts';
import { INITIAL_SEARCH_STATE, type SearchState } from './search-store.ts';

/** Results that a page brought along, as if the browser had searched for them. */
export function prerenderedSearch(
  keywords: readonly string[],
  {
    episodes,
    total,
    foundAtMs,
    refusedWith,
    spoken = true,
    repeated = false,
    ...about
  }: Prerendered,
  failureText: (error: unknown) => string,
): SearchState {
  return {
    ...INITIAL_SEARCH_STATE,
    searchResults: episodes,
    totalResults: total,
    lastSearchKeywords: [...keywords],
    lastSearchSpoken: spoken,
    lastSearchRepeated: repeated,
    source: about.source ?? null,
    asked: about.asked ?? '',
    repeatedMore: about.repeatedMore ?? 0,
    meant: about.meant ?? [],
    foundAtMs,
    error: refusedWith === null ? '' : failureText(refusal(refusedWith)),
  };
}

function refusal(status: number): SearchFailure {
  return new SearchFailure({ kind: 'http', status, statusText: '' });
}
