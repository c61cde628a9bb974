import { createElement, type ReactNode } from 'react';
import { ExampleSlot } from '#app/slots/example-slot.ts';
import { SITE_PAGES, type SitePage } from '#content/site-pages.ts';
import { hasSignInHint } from '#shared/data/session/sign-in-hint.ts';
import { type LatePart, latePart } from '#shared/loading/late-part.tsx';

const TopicRoute = latePart(() => import('#app/pages/topic-routes.tsx'), 'TopicRoute');
const HomeRoute = latePart(() => import('#app/pages/home-route.tsx'), 'HomeRoute');
const HubRoute = latePart(() => import('#app/pages/hub-route.tsx'), 'HubRoute');
const InformationRoute = latePart(
  () => import('#app/pages/information-route.tsx'),
  'InformationRoute',
);
const DevelopersPage = latePart(
  () => import('#features/info/developers/developers-page.tsx'),
  'DevelopersPage',
);

/** The page of trends that are not in SITE_PAGES. */
export const AnyTrendRoute = latePart(() => import('#app/pages/topic-routes.tsx'), 'AnyTrendRoute');

export const ShowRoute = latePart(() => import('#app/pages/show-route.tsx'), 'ShowRoute');

export const EpisodeRoute = latePart(() => import('#app/pages/episode-route.tsx'), 'EpisodeRoute');

export function sitePageElement(page: SitePage): ReactNode {
  return createElement(componentOf(page), { page });
}

/** Loads the component of a public page, so that the first rendering does not suspend. */
export async function preloadSitePage(pathname: string): Promise<void> {
  const page = SITE_PAGES.find(
    ({ path, bareAlias }) => pathname === path || pathname === bareAlias,
  );
  const hasExample = page?.kind === 'home' && location.search === '' && !hasSignInHint();
  if (page) await Promise.all([componentOf(page).preload(), hasExample && ExampleSlot.preload()]);
  else if (pathname.startsWith('/trends')) await AnyTrendRoute.preload();
  else if (pathname.startsWith('/show/')) await ShowRoute.preload();
  else if (pathname.startsWith('/episode/')) await EpisodeRoute.preload();
}

function componentOf(page: SitePage): LatePart<{ page: SitePage }> {
  switch (page.kind) {
    case 'home':
      return HomeRoute;
    case 'entity':
    case 'trend':
      return TopicRoute;
    case 'hub':
      return HubRoute;
    case 'about':
    case 'legal':
      return page.path === '/developers' ? DevelopersPage : InformationRoute;
  }
}
