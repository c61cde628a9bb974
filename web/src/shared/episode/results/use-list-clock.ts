import { useState } from 'react';
import { useHydrated } from '#shared/page/use-hydrated.ts';

/**
 * The moment that the relative times of a list count from, epoch milliseconds: one for the whole
 * list, which does not tick while one reads. Null on a prerendered page until the browser has taken
 * it over: "2 hours ago" would be wrong by then, so such a page says the day.
 */
export function useListClock(): number | null {
  const [now] = useState(Date.now);
  return useHydrated() ? now : null;
}
