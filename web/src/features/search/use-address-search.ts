import dayjs from 'dayjs';
import { useEffect } from 'react';
import { searchStore } from '#shared/search-store.ts';
import { readKeywords } from './keywords.ts';
import type { SearchAddress } from '#shared/search-address.ts';

/**
 * Keeps the shared search in step with the address: searches when its keywords change, turns the
 * page when its page does, and clears the results when the list is left.
 */
export function useAddressSearch({ query, page }: SearchAddress): void {
  useEffect(() => {
    const read = query === null ? null : readKeywords(query);
    if (read?.ok) void searchStore.run(read.keywords, { startDate: oneMonthAgo() });
    return () => searchStore.clear();
  }, [query]);

  useEffect(() => searchStore.setPage(page), [query, page]);
}

/** The search window: one month back, epoch milliseconds. */
export function oneMonthAgo(now = Date.now()): number {
  return dayjs(now).subtract(1, 'month').valueOf();
}
