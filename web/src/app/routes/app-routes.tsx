import type { ComponentType, ReactNode } from 'react';
import { matchPath, Navigate, useLocation } from 'react-router-dom';
import { alertIdAt } from '#content/alert-pages.ts';
import { episodeAt } from '#content/episode-pages.ts';
import { showIdAt } from '#content/show-pages.ts';
import { sitePageAt } from '#content/site-pages.ts';
import { canonicalAddress } from './canonical-address.ts';
import { latePart } from '#shared/loading/late-part.tsx';
import { SignedInOnly, SignedOutOnly } from '#app/routes/guards.tsx';
import { AnyTrendRoute, EpisodeRoute, ShowRoute, sitePageElement } from './site-page-element.tsx';

const NotFoundPage = latePart(() => import('#app/pages/message-pages.tsx'), 'NotFoundPage');
const SignInPage = latePart(() => import('#features/account/auth/sign-in-page.tsx'), 'SignInPage');
const SignUpRoute = latePart(() => import('#app/pages/sign-up-route.tsx'), 'SignUpRoute');
const ForgotPasswordPage = latePart(
  () => import('#features/account/auth/forgot-password-page.tsx'),
  'ForgotPasswordPage',
);
const DashboardPage = latePart(
  () => import('#features/account/dashboard-page.tsx'),
  'DashboardPage',
);
const AlertsRoute = latePart(() => import('#app/pages/alerts-route.tsx'), 'AlertsRoute');
const AlertRoute = latePart(() => import('#app/pages/alert-route.tsx'), 'AlertRoute');
const BookmarksPage = latePart(
  () => import('#features/search/bookmarks/bookmarks-page.tsx'),
  'BookmarksPage',
);
const DeliveryRoute = latePart(() => import('#app/pages/delivery-route.tsx'), 'DeliveryRoute');

const AuthorizePage = latePart(
  () => import('#features/account/apps/authorize-page.tsx'),
  'AuthorizePage',
);

/** An app sends people here, with a query that says what it wants. */
const AUTHORIZE = '/authorize';

type Pages = Partial<Record<string, ComponentType>>;

const FOR_VISITORS: Pages = {
  '/login': SignInPage,
  '/signup': SignUpRoute,
  '/forgot-password': ForgotPasswordPage,
};

const FOR_MEMBERS: Pages = {
  '/dashboard': DashboardPage,
  '/alerts': AlertsRoute,
  '/bookmarks': BookmarksPage,
  '/delivery': DeliveryRoute,
  [AUTHORIZE]: AuthorizePage,
};

/** firebase.json lists the routes that have no prerendered file. */
export function AppRoutes() {
  // Redirects to the lower-case URL, because not all lookups ignore case, and to the new page of a moved section.
  const location = useLocation();
  const meant = canonicalAddress(location);
  return meant === null ? pageAt(location.pathname) : <Navigate to={meant} replace />;
}

/** Returns the text unchanged if its percent-encoding is malformed. */
function decoded(part = ''): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Looks pages up in a map: React Router's `Routes` would compile and rank a hundred patterns during hydration, and add
 * 4 kB.
 */
function pageAt(pathname: string): ReactNode {
  const page = sitePageAt(pathname);
  if (page) return sitePageElement(page);
  const address = pathname.replace(/\/$/, '');
  const ForVisitors = FOR_VISITORS[address];
  if (ForVisitors) {
    return (
      <SignedOutOnly>
        <ForVisitors />
      </SignedOutOnly>
    );
  }
  const ForMembers = FOR_MEMBERS[address];
  if (ForMembers) {
    return (
      <SignedInOnly isKept={address === AUTHORIZE}>
        <ForMembers />
      </SignedInOnly>
    );
  }
  const alert = alertIdAt(address);
  if (alert !== null) {
    return (
      <SignedInOnly>
        <AlertRoute key={alert} id={alert} />
      </SignedInOnly>
    );
  }
  const show = showIdAt(address);
  if (show !== null) return <ShowRoute key={show} id={show} />;
  const episode = episodeAt(address);
  if (episode !== null) return <EpisodeRoute key={episode.id} {...episode} />;
  const trend = matchPath('/trends/:slug?', pathname);
  return trend ? <AnyTrendRoute slug={decoded(trend.params.slug)} /> : <NotFoundPage />;
}
