import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { SITE_PAGES } from '#content/site-pages.ts';
import { canonicalAddress } from './canonical-address.ts';
import { lazyNamed } from '#shared/loading/lazy-named.tsx';
import { SignedInOnly } from '#app/guards/signed-in-only.tsx';
import { SignedOutOnly } from '#app/guards/signed-out-only.tsx';
import { sitePageElement } from './site-page-element.tsx';

const AnyTrendRoute = lazyNamed(() => import('#app/pages/any-trend-route.tsx'), 'AnyTrendRoute');
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

/** Which page stands at which address; firebase.json lists those that no prerendered file answers. */
export function AppRoutes() {
  // The router ignores case, other parts of the app do not: redirect to the lower-case address.
  const meant = canonicalAddress(useLocation());
  if (meant !== null) return <Navigate to={meant} replace />;
  return (
    <Routes>
      {SITE_PAGES.flatMap((page) =>
        [page.path, page.bareAlias]
          .filter((path) => path !== undefined)
          .map((path) => <Route key={path} path={path} element={sitePageElement(page)} />),
      )}
      <Route path="/trends/:slug?" element={<AnyTrendRoute />} />
      <Route element={<SignedOutOnly />}>
        <Route path="/login" element={<SignInPage />} />
        <Route path="/signup" element={<SignUpPage />} />
        <Route path="/forgot-password" element={<ForgotPasswordPage />} />
      </Route>
      <Route element={<SignedInOnly />}>
        <Route path="/dashboard" element={<DashboardPage />} />
        <Route path="/alerts" element={<AlertsRoute />} />
        <Route path="/bookmarks" element={<BookmarksPage />} />
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
