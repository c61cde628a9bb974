import type { SitePage } from '#content/site-pages.ts';
import { searchAddress } from '#shared/search/search-address.ts';

/** Returns null for a page without keywords. An unlisted page has the feed of its search. */
export function feedAddress(
  { path, keywords }: Pick<SitePage, 'path' | 'keywords'>,
  unlisted: boolean,
  notesOnly = false,
): string | null {
  if (!keywords) return null;
  if (!unlisted) return `${path}.xml`;
  return searchAddress(keywords, 1, { spoken: !notesOnly }).replace('/', '/search.xml');
}
