import { useSyncExternalStore } from 'react';
import { INITIAL_SEARCH_STATE, type SearchState, searchStore } from './search-store.ts';

export function useSearch(): SearchState {
  return useSyncExternalStore(
    searchStore.subscribe,
    searchStore.getState,
    () => INITIAL_SEARCH_STATE,
  );
}
