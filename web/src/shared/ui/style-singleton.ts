import { useEffect } from 'react';

/**
 * Stands in for the package `react-style-singleton` (web/vite.config.ts), by which Radix locks the
 * page's scroll: the package puts a `<style>` element into the page, which our policy refuses. A
 * constructed style sheet is no part of the document, and policies allow it. Each call makes a
 * component of its own: it applies the styles of whoever mounted first until the last one is gone.
 */
export function styleSingleton() {
  let holders = 0;
  let sheet: CSSStyleSheet | undefined;

  function hold(styles: string): () => void {
    // Safari before 16.4 has no such sheets; pages scroll below an open menu there.
    if (!('adoptedStyleSheets' in document)) return () => undefined;
    holders += 1;
    sheet ??= new CSSStyleSheet();
    if (holders === 1) {
      sheet.replaceSync(styles);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }
    return () => {
      holders -= 1;
      if (holders > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }

  return function Sheet({ styles }: { styles: string }) {
    useEffect(() => hold(styles), [styles]);
    return null;
  };
}
