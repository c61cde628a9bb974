import { useSyncExternalStore } from 'react';

/** Where a rail stands beside the results (styles.css). */
const WIDE = '(width >= 64rem)';

/** False on the server and during hydration. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => window.matchMedia(WIDE).matches,
    () => false,
  );
}
