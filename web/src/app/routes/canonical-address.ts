import { ACCOUNT_PAGES } from '#content/breadcrumbs.ts';
import { sitePageAt } from '#content/site-pages.ts';

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** Former addresses of sections, which sent emails, bookmarks and guides still contain, and their new pages. */
const MOVED: ReadonlyMap<string, string> = new Map([
  ['/alerts#preferences', '/delivery'],
  ['/dashboard#history', '/delivery'],
  ['/delivery#keys', '/dashboard'],
]);

/**
 * Returns the address to redirect to: the new page of a moved section, or the lower-case path of a known page
 * (`/openai` for `/OpenAI`), with query and hash unchanged. Null if the path is lower-case already, or unknown. Always
 * a path of this site, and thus safe to redirect to.
 */
export function canonicalAddress({ pathname, search, hash }: Address): string | null {
  const path = pathname.toLowerCase();
  const withoutSlash = path.replace(/\/$/, '');
  const moved = MOVED.get(withoutSlash + hash);
  if (moved !== undefined) return moved + search + hash;
  if (path === pathname) return null;
  const isKnown = sitePageAt(path) !== undefined || Object.hasOwn(ACCOUNT_PAGES, withoutSlash);
  return isKnown ? withoutSlash + search + hash : null;
}
