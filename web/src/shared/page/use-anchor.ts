import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Scrolls to the element `id` and focuses it if the URL's hash names it, once per navigation.
 * @param settled True once the content above the element is loaded, so that the element no longer moves.
 * @param onArrive Called after scrolling, for instance to open a closed section.
 */
export function useAnchor(id: string, settled: boolean, onArrive?: () => void): void {
  const { hash, key } = useLocation();
  const visited = useRef('');
  useEffect(() => {
    if (!settled || hash !== `#${id}` || visited.current === key) return;
    visited.current = key;
    const element = document.getElementById(id);
    element?.scrollIntoView();
    element?.focus({ preventScroll: true });
    onArrive?.();
  }, [id, settled, hash, key, onArrive]);
}
