import { startTransition, useEffect, useState } from 'react';
import { loadPart } from './load-part.ts';

/**
 * A part of the site that the page can do without, loaded when the page is there; undefined until then,
 * and where it cannot be loaded, which is tried again when the connection returns. Unlike a component that
 * is loaded late, it never takes away what is shown, and its failure is nobody's concern.
 * @param load The same at each rendering; null while the part is not wanted.
 */
export function useLatePart<Part extends object>(
  load: (() => Promise<Part>) | null,
): Part | undefined {
  const [part, setPart] = useState<Part>();
  useEffect(() => {
    if (load === null) return;
    // Nobody waits for it: it is rendered in pieces, between which the page answers.
    const show = (loaded: Part) => startTransition(() => setPart(loaded));
    const begin = () => {
      loadPart(load).then(show, () => addEventListener('online', begin, { once: true }));
    };
    begin();
    return () => removeEventListener('online', begin);
  }, [load]);
  return part;
}
