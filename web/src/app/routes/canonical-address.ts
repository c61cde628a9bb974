import { sitePageAt } from '#content/site-pages.ts';

/** Routes of the app that are no public pages. */
const APP_PATHS = [
  '/login',
  '/signup',
  '/forgot-password',
  '/dashboard',
  '/alerts',
  '/bookmarks',
] as const;

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

/**
 * The address of the page that somebody meant who typed capitals: `/openai` for `/OpenAI`, with
 * query and hash as they are. Null where the address is right, and where no page is known under it:
 * it is always a path of this site.
 */
export function canonicalAddress({ pathname, search, hash }: Address): string | null {
  const path = pathname.toLowerCase();
  if (path === pathname) return null;
  const withoutSlash = path.replace(/\/$/, '');
  const isKnown =
    sitePageAt(path) !== undefined || APP_PATHS.some((known) => known === withoutSlash);
  return isKnown ? withoutSlash + search + hash : null;
}
