import type { PageResults } from 'functions/contract';
import { createContext } from 'react';
import { sitePageAt } from '#content/site-pages.ts';
import { reportQuietly } from '#shared/report.ts';

/** The element a prerendered page carries its episodes in: JSON, and `data-of`, whose they are. */
export const ELEMENT_ID = 'prerendered-episodes';
/** The element that is there once they have been taken over. */
const MARKER_ID = 'prerendered-episodes-loaded';

export interface Prerendered extends PageResults {
  /** The path that the page was asked for by. */
  path: string;
  /** What was searched for on the home page (`q`); null on other pages. */
  query: string | null;
  /** False of a search that was kept to what is written. */
  spoken?: boolean;
  /** True of a search with what shows say in all of their episodes. */
  repeated?: boolean;
}

/**
 * The results the page was prerendered with, or null where there are none. Given from outside when
 * the page is prerendered, read out of the page when the browser takes it over: both render the same.
 */
export const PrerenderedEpisodes = createContext<Prerendered | null>(null);

/** The results that the document brought along, or null: there are none, or they are damaged. */
export function readPrerendered(): Prerendered | null {
  if (typeof document === 'undefined') return null;
  const element = document.getElementById(ELEMENT_ID);
  if (!element) return null;
  try {
    // The function `pages` wrote both, from an answer of the search.
    const about = JSON.parse(element.dataset['of'] ?? '') as Omit<Prerendered, 'episodes'>;
    const episodes = JSON.parse(element.textContent) as Prerendered['episodes'];
    return { ...about, episodes };
  } catch (error) {
    reportQuietly(error);
    return null;
  }
}

/** Whether results belong to the page at an address; one page can have two. */
export function isOfPage(
  { path, query, spoken = true, repeated = false }: Prerendered,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): boolean {
  if (pathname === '/') {
    const parameters = new URLSearchParams(search);
    const isSpoken = parameters.get('in') !== 'notes';
    const isRepeated = parameters.get('repeated') === '1';
    const isSame = spoken === isSpoken && repeated === isRepeated;
    return path === '/' && query === parameters.get('q') && isSame;
  }
  const page = sitePageAt(path);
  return path === pathname || (page !== undefined && page === sitePageAt(pathname));
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
