import { createContext } from 'react';
import type { SitePage } from '#content/site-pages.ts';
import { searchAddress } from '#shared/search/search-address.ts';
import { site } from '#shared/site.ts';

/** Whether pages link their feeds; false while rendering for a site without feeds. */
export const HasFeeds = createContext(true);

/**
 * Where the feed with a page's episodes is, or null where it shows none. Pages that the site does not
 * list have the feed of their search, unless searches must prove where they come from: readers cannot.
 */
export function feedAddress(
  { path, keywords }: Pick<SitePage, 'path' | 'keywords'>,
  unlisted: boolean,
  notesOnly = false,
): string | null {
  if (!keywords) return null;
  if (!unlisted) return `${path}.xml`;
  return site.appCheckSiteKey
    ? null
    : searchAddress(keywords, 1, !notesOnly).replace('/', '/search.xml');
}
