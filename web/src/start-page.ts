import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { PartFailure } from '#shared/loading/load-part.ts';

/** Browsers do not report every connection. */
const RETRY_EVERY_MS = 5000;

/**
 * Puts the app into the page. A prerendered page is what a visitor sees at its address, so it is
 * taken over as it stands, once what shows it is there; the script in index.html marks the loads it
 * does not fit (somebody may be signed in, a search is in the address) and hides it, and then the app
 * begins from nothing. It also does for a visitor who has gone back to another address by then.
 * Without a connection it stays as it is, to be read, until that can be loaded.
 * @param preload Loads what shows the page. Where it is missing, the app says so.
 */
export async function startPage(
  root: HTMLElement,
  app: ReactNode,
  preload: () => Promise<void>,
): Promise<void> {
  const { dataset } = document.documentElement;
  const isPrerendered = root.hasChildNodes() && dataset['start'] !== 'fresh';
  if (isPrerendered) await untilLoaded(preload);
  if (isPrerendered && !hasLeft()) {
    hydrateRoot(root, app);
  } else {
    root.replaceChildren();
    // React takes over the tags it finds in the head only where it hydrates; it makes its own here.
    for (const tag of document.head.querySelectorAll('[data-page]')) tag.remove();
    createRoot(root).render(app);
    delete dataset['start'];
  }
  // The script in index.html presses what was pressed too early.
  document.dispatchEvent(new Event('earshot:hears'));
}

async function untilLoaded(preload: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await preload();
      return;
    } catch (error) {
      if (!(error instanceof PartFailure) || error.kind === 'missing' || hasLeft()) return;
      await connectionOrPause();
    }
  }
}

function connectionOrPause(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, RETRY_EVERY_MS);
    addEventListener('online', go);
  });
}

/** Whether the address is another than the one that the document was loaded for. */
function hasLeft(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  if (loaded === undefined) return false;
  const { pathname, search } = new URL(loaded.name);
  return pathname !== location.pathname || search !== location.search;
}
