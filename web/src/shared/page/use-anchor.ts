import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Focuses the element that the URL's hash names, once per navigation, when the content above is `settled`. */
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
