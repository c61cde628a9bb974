import { useSyncExternalStore } from 'react';

/** Media query for windows with a rail beside the results, as in styles.css. */
const WIDE = '(width >= 64rem)';

/** True if the window is wide enough, by default for the rail; false on the server and during hydration. */
export function useIsWide(media = WIDE): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(media);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => window.matchMedia(media).matches,
    () => false,
  );
}
