import { ACCOUNT_PAGES } from '#content/breadcrumbs.ts';
import { sitePageAt } from '#content/site-pages.ts';

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

/**
 * The lower-case address of a known page: `/openai` for `/OpenAI`, with query and hash unchanged. Null if the
 * address is lower-case already or unknown. Always a path of this site, so safe to redirect to.
 */
export function canonicalAddress({ pathname, search, hash }: Address): string | null {
  const path = pathname.toLowerCase();
  if (path === pathname) return null;
  const withoutSlash = path.replace(/\/$/, '');
  const isKnown = sitePageAt(path) !== undefined || Object.hasOwn(ACCOUNT_PAGES, withoutSlash);
  return isKnown ? withoutSlash + search + hash : null;
}
