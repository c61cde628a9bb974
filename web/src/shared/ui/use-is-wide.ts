import { useSyncExternalStore } from 'react';

/** Media query for windows with a rail beside the results, as in styles.css. */
const WIDE = '(width >= 64rem)';

/** True if the window is wide enough for the rail; false on the server and during hydration. */
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
