import { readKeywords } from 'functions/contract';
import { useEffect } from 'react';
import { searchStore } from '#shared/search/search-store.ts';
import type { SearchAddress } from '#shared/search/search-address.ts';

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

/** The search window: one month back, epoch milliseconds; the last day of a shorter month. */
export function oneMonthAgo(now = Date.now()): number {
  const date = new Date(now);
  const day = date.getDate();
  date.setMonth(date.getMonth() - 1);
  // A day that the month before does not have (31 June) becomes a day of this month.
  if (date.getDate() !== day) date.setDate(0);
  return date.getTime();
}
