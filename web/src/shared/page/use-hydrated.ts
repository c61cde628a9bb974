import { useSyncExternalStore } from 'react';

function neverChanges() {
  return () => undefined;
}

/**
 * False while a page is prerendered and while the browser takes that page over, true from then on.
 * What the browser alone can know may be rendered once this is true: before, both must agree.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
