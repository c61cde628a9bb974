import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { PartFailure } from '#shared/loading/load-part.ts';

/** Max pause before the next attempt offline, because the `online` event is unreliable. */
const RETRY_EVERY_MS = 5000;

/**
 * Hydrates a prerendered page once its component has loaded; offline, the page stays readable until then. Renders from
 * scratch if the visitor has meanwhile left the URL or translated the page. Also renders from scratch if index.html has
 * set `data-start="fresh"`, which hides the visitors' page from people who may be signed in.
 * @param preload Loads the page's component. If its file is missing, the app starts and shows the failure.
 */
export async function startPage(
  root: HTMLElement,
  newApp: () => ReactNode,
  preload: () => Promise<void>,
): Promise<void> {
  const { dataset } = document.documentElement;
  const isPrerendered = root.hasChildNodes() && dataset['start'] !== 'fresh';
  if (isPrerendered) await untilLoaded(preload);
  if (isPrerendered && !hasLeft() && !isTranslated(root)) {
    hydrateRoot(root, newApp());
  } else {
    root.replaceChildren();
    // React adopts existing head tags only when it hydrates; otherwise it creates its own.
    for (const tag of document.head.querySelectorAll('[data-page]')) tag.remove();
    createRoot(root).render(newApp());
    delete dataset['start'];
  }
  // The script in index.html replays clicks made before hydration.
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

/** True if a translator has moved texts into `font` elements, which React would not hydrate. */
function isTranslated(root: HTMLElement): boolean {
  return root.querySelector('#root font') !== null;
}

/** True if the URL differs from the URL that the document was loaded for. */
function hasLeft(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  if (loaded === undefined) return false;
  const { pathname, search } = new URL(loaded.name);
  return pathname !== location.pathname || search !== location.search;
}
