import { CATEGORIES } from './categories.ts';
import { alertIdAt } from './alert-pages.ts';
import { episodeAt } from './episode-pages.ts';
import { hubPath } from './hubs.ts';
import { showIdAt } from './show-pages.ts';
import { type DescribedPage, sitePageAt, trendPage } from './site-pages.ts';

/** The last crumb and categories without a page have no link. */
export interface Crumb {
  name: string;
  path?: string;
}

export const ACCOUNT_PAGES: Readonly<Record<string, string>> = {
  '/login': 'Sign In',
  '/signup': 'Sign Up',
  '/forgot-password': 'Reset Password',
  '/dashboard': 'Account Settings',
  '/alerts': 'Podcast Alerts',
  '/bookmarks': 'Bookmarks',
  '/delivery': 'Email & channels',
  '/authorize': 'Connect an app',
};

const HOME: Crumb = { name: 'Home', path: '/' };

/** @param named What the path does not contain; absent while the page loads. */
export function breadcrumbsAt(
  pathname: string,
  named: {
    show?: string | undefined;
    episode?: string | undefined;
    alert?: string | undefined;
  } = {},
): Crumb[] {
  const page = sitePageAt(pathname);
  if (page?.kind === 'home') return [];
  if (page) return breadcrumbsOf(page);
  const account = ACCOUNT_PAGES[pathname];
  if (account !== undefined) return [HOME, { name: 'Account' }, { name: account }];
  const path = pathname.replace(/\/$/, '');
  const { show = 'Show', episode = 'Episode', alert = 'Alert' } = named;
  if (alertIdAt(path) !== null)
    return [HOME, { name: 'Podcast Alerts', path: '/alerts' }, { name: alert }];
  if (showIdAt(path) !== null) return [HOME, { name: 'Shows' }, { name: show }];
  const address = episodeAt(path);
  if (address !== null)
    return [HOME, { name: show, path: `/show/${address.show}` }, { name: episode }];
  const trend = /^\/trends(?:\/([^/]*))?\/?$/.exec(decoded(pathname));
  if (!trend) return [HOME, { name: 'Page not found' }];
  const unlisted = trendPage({ slug: trend[1] ?? '' });
  return unlisted ? breadcrumbsOf(unlisted) : [HOME, { name: 'Trending Topic' }];
}

export function breadcrumbsOf({ name, category, entity, parent }: DescribedPage): Crumb[] {
  if (parent !== undefined) return [HOME, parent, { name }];
  if (category === undefined) return [HOME, { name }];
  const hub = entity && CATEGORIES[entity.prefix].hub;
  return [HOME, { name: category, ...(hub === undefined ? {} : { path: hubPath(hub) }) }, { name }];
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
