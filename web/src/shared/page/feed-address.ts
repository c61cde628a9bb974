import type { SitePage } from '#content/site-pages.ts';
import { searchAddress } from '#shared/search/search-address.ts';
import { site } from '#shared/site.ts';

/**
 * Returns null for a page without keywords, and for an unlisted page while App Check is on, because feed
 * readers cannot get a token.
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
    : searchAddress(keywords, 1, { spoken: !notesOnly }).replace('/', '/search.xml');
}
