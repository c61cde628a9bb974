import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Brings the element with this id into view, and the focus to it, when the address names it after
 * "#". Once a visit, as soon as what stands above it is `settled` and no longer moves it.
 */
export function useAnchor(id: string, settled: boolean): void {
  const { hash, key } = useLocation();
  const visited = useRef('');
  useEffect(() => {
    if (!settled || hash !== `#${id}` || visited.current === key) return;
    visited.current = key;
    const element = document.getElementById(id);
    element?.scrollIntoView();
    element?.focus({ preventScroll: true });
  }, [id, settled, hash, key]);
}
