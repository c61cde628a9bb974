import type { Episode } from 'functions/contract';
import { createContext } from 'react';
import { sitePageAt } from '#content/site-pages.ts';
import { reportQuietly } from '#shared/report.ts';

/** The element a prerendered page carries its episodes in: JSON, and `data-path`, whose page it is. */
const ELEMENT_ID = 'prerendered-episodes';
/** The element that is there once they have been taken over. */
const MARKER_ID = 'prerendered-episodes-loaded';

/**
 * The episodes the page was prerendered with, or null where there are none. Given from outside when
 * the page is prerendered, read out of the page when the browser takes it over: both render the same.
 */
export const PrerenderedEpisodes = createContext<readonly Episode[] | null>(null);

/**
 * The episodes that the document brought along for the page at this address, or null: there is no
 * such element, it is empty or damaged, it belongs to another page, or there is no document at all.
 */
export function readPrerenderedEpisodes(pathname: string): readonly Episode[] | null {
  if (typeof document === 'undefined') return null;
  const element = document.getElementById(ELEMENT_ID);
  const page = sitePageAt(element?.dataset['path'] ?? '');
  // One page can have two addresses, and be the same file at both.
  if (!element || !page || page !== sitePageAt(pathname)) return null;
  try {
    // The build wrote them, from answers it had checked (prerender/fetch-episodes.ts).
    const episodes = JSON.parse(element.textContent) as readonly Episode[];
    return episodes.length > 0 ? episodes : null;
  } catch (error) {
    reportQuietly(error);
    return null;
  }
}

/** Once the page has loaded: hides the element, and leaves a hidden marker that it was there. */
export function markPrerenderedEpisodes(): void {
  const element = document.getElementById(ELEMENT_ID);
  if (!element || document.getElementById(MARKER_ID)) return;
  element.hidden = true;
  const marker = document.createElement('div');
  marker.id = MARKER_ID;
  marker.hidden = true;
  document.body.append(marker);
}
