import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '#shared/session/use-session.ts';
import { AppRoutes } from './app-routes.tsx';
import { CrashBoundary } from '#app/boundaries/crash-boundary.tsx';
import { useScrollToTop } from '#app/use-scroll-to-top.ts';

/**
 * The page of the address, once it is known who is signed in. It is rendered anew for another person,
 * so that nothing of the previous one stays in it; going to another address ends a crash notice.
 */
export function SessionPages() {
  const session = useSession();
  const { pathname } = useLocation();
  useScrollToTop();
  if (session.status === 'unknown') return null;
  return (
    <Suspense
      key={session.status === 'signed-in' ? session.user.uid : 'nobody'}
      fallback={<div role="status" aria-label="Loading" className="min-h-96" />}
    >
      <CrashBoundary key={pathname}>
        <AppRoutes />
      </CrashBoundary>
    </Suspense>
  );
}
