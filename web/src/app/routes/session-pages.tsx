import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '#shared/session/use-session.ts';
import { AppRoutes } from './app-routes.tsx';
import { CrashBoundary } from '#app/boundaries/crash-boundary.tsx';
import { useScrollToTop } from '#app/use-scroll-to-top.ts';

/**
 * The page of the address, once it is known who is there. Another person gets it from scratch, so
 * that nothing of the one before is left in it; another address gets over a crash.
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
