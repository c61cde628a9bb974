import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { site } from '#shared/site.ts';
import { useSession } from '#shared/session/use-session.ts';
import { lazyNamed } from '#shared/loading/lazy-named.tsx';

const AccountsOffPage = lazyNamed(() => import('./accounts-off-page.tsx'), 'AccountsOffPage');

/** Shows its page to visitors; signed-in people are sent home. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { status } = useSession();
  if (!site.hasAccounts) return <AccountsOffPage />;
  if (status === 'unknown') return null;
  return status === 'signed-out' ? children : <Navigate to="/" replace />;
}
