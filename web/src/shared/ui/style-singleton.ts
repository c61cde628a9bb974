import { useEffect } from 'react';

/**
 * Replaces the package `react-style-singleton` (web/vite.config.ts), with which Radix locks the page's
 * scrolling. The package's `<style>` element violates the CSP; a constructed style sheet does not. Each call
 * creates an independent component, which applies the styles of the first mounted instance until the last one
 * unmounts.
 */
export function styleSingleton() {
  let holders = 0;
  let sheet: CSSStyleSheet | undefined;

  function hold(styles: string): () => void {
    // Safari before 16.4 lacks constructed style sheets; there the page scrolls behind an open menu.
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
