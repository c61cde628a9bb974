import type { ComponentType, ReactNode } from 'react';
import { matchPath, Navigate, useLocation } from 'react-router-dom';
import { sitePageAt } from '#content/site-pages.ts';
import { canonicalAddress } from './canonical-address.ts';
import { lazyNamed } from '#shared/loading/lazy-named.tsx';
import { SignedInOnly } from '#app/guards/signed-in-only.tsx';
import { SignedOutOnly } from '#app/guards/signed-out-only.tsx';
import { AnyTrendRoute, sitePageElement } from './site-page-element.tsx';

const NotFoundPage = lazyNamed(() => import('#app/not-found-page.tsx'), 'NotFoundPage');
const SignInPage = lazyNamed(() => import('#features/auth/sign-in-page.tsx'), 'SignInPage');
const SignUpPage = lazyNamed(() => import('#features/auth/sign-up-page.tsx'), 'SignUpPage');
const ForgotPasswordPage = lazyNamed(
  () => import('#features/auth/forgot-password-page.tsx'),
  'ForgotPasswordPage',
);
const DashboardPage = lazyNamed(
  () => import('#features/account/dashboard-page.tsx'),
  'DashboardPage',
);
const AlertsRoute = lazyNamed(() => import('#app/pages/alerts-route.tsx'), 'AlertsRoute');
const BookmarksPage = lazyNamed(
  () => import('#features/bookmarks/bookmarks-page.tsx'),
  'BookmarksPage',
);

type Pages = Partial<Record<string, ComponentType>>;

const FOR_VISITORS: Pages = {
  '/login': SignInPage,
  '/signup': SignUpPage,
  '/forgot-password': ForgotPasswordPage,
};

const FOR_MEMBERS: Pages = {
  '/dashboard': DashboardPage,
  '/alerts': AlertsRoute,
  '/bookmarks': BookmarksPage,
};

/** Which page stands at which address; firebase.json lists those that no prerendered file answers. */
export function AppRoutes() {
  // The router ignores case, other parts of the app do not: redirect to the lower-case address.
  const location = useLocation();
  const meant = canonicalAddress(location);
  return meant === null ? pageAt(location.pathname) : <Navigate to={meant} replace />;
}

/**
 * Addresses are looked up. The router's own `Routes` would compile and rank a hundred patterns while the
 * browser takes the page over, and weigh four kilobytes.
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
      <SignedInOnly>
        <ForMembers />
      </SignedInOnly>
    );
  }
  const trend = matchPath('/trends/:slug?', pathname);
  return trend ? <AnyTrendRoute slug={trend.params.slug} /> : <NotFoundPage />;
}
