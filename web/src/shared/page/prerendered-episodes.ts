import type { PageResults } from 'functions/contract';
import { createContext } from 'react';
import { sitePageAt } from '#content/site-pages.ts';
import {
  isSameChoice,
  readSearchAddress,
  type SearchChoice,
} from '#shared/search/search-address.ts';
import { reportQuietly } from '#shared/report.ts';

/** Id of the script element with a prerendered page's episodes as JSON; its `data-of` has the other fields. */
export const ELEMENT_ID = 'prerendered-episodes';
const MARKER_ID = 'prerendered-episodes-loaded';

export interface Prerendered extends PageResults {
  path: string;
  /** Index of the first of `episodes` among all matches; missing if it is 0. */
  from?: number;
  /** The search query of the home page (`q`); null on other pages. */
  query: string | null;
  choice?: Partial<SearchChoice>;
}

/** The results that the page was prerendered with. Hydration must render the same results. */
export const PrerenderedEpisodes = createContext<Prerendered | null>(null);

/** Null if the document has no results or they are invalid. */
export function readPrerendered(): Prerendered | null {
  if (typeof document === 'undefined') return null;
  const element = document.getElementById(ELEMENT_ID);
  if (!element) return null;
  try {
    // The function `pages` wrote this JSON, so it is not validated.
    const about = JSON.parse(element.dataset['of'] ?? '') as Omit<Prerendered, 'episodes'>;
    const episodes = JSON.parse(element.textContent) as Prerendered['episodes'];
    return { ...about, episodes };
  } catch (error) {
    reportQuietly(error);
    return null;
  }
}

/** True if the results are for the page at this address, whose canonical path may differ. */
export function isOfPage(
  { path, query, choice = {} }: Prerendered,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): boolean {
  if (pathname === '/') {
    const asked = readSearchAddress(search);
    return path === '/' && query === asked.query && isSameChoice(choice, asked);
  }
  const page = sitePageAt(path);
  return path === pathname || (page !== undefined && page === sitePageAt(pathname));
}

export function markPrerenderedEpisodes(): void {
  const element = document.getElementById(ELEMENT_ID);
  if (!element || document.getElementById(MARKER_ID)) return;
  element.hidden = true;
  const marker = document.createElement('div');
  marker.id = MARKER_ID;
  marker.hidden = true;
  document.body.append(marker);
}
