import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Focuses the element that the URL's hash names, once per navigation, when the content above is `settled`.
 * @param onArrive Opens it.
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
