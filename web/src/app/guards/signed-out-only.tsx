import { Navigate, Outlet } from 'react-router-dom';
import { site } from '#shared/site.ts';
import { useSession } from '#shared/session/use-session.ts';
import { lazyNamed } from '#shared/loading/lazy-named.tsx';

const AccountsOffPage = lazyNamed(() => import('./accounts-off-page.tsx'), 'AccountsOffPage');

/** Shows its routes to visitors; signed-in people are sent home. */
export function SignedOutOnly() {
  const { status } = useSession();
  if (!site.hasAccounts) return <AccountsOffPage />;
  if (status === 'unknown') return null;
  return status === 'signed-out' ? <Outlet /> : <Navigate to="/" replace />;
}
