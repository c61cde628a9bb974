import type { Prerendered } from '#shared/page/prerendered-episodes.ts';
import { INITIAL_SEARCH_STATE, type SearchState } from './search-store.ts';

/** Results that a page brought along, as if the browser had searched for them. */
export function prerenderedSearch(
  keywords: readonly string[],
  { episodes, total, foundAtMs, spoken = true, repeated = false, ...about }: Prerendered,
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
  };
}
