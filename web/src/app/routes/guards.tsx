import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useSession } from '#shared/data/session/session-store.ts';
import { PartNotice } from '#app/crash-boundary.tsx';
import { site } from '#shared/site.ts';
import { latePart } from '#shared/loading/late-part.tsx';

const AccountsOffPage = latePart(() => import('#app/pages/message-pages.tsx'), 'AccountsOffPage');

export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { status } = useSession();
  if (!site.hasAccounts) return <AccountsOffPage />;
  if (status === 'unknown') return null;
  return status === 'signed-out' ? children : <Navigate to="/" replace />;
}

/** Redirects visitors to the sign-in page. Shows a notice if the identity service cannot be loaded. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session.status === 'unknown') return null;
  if (session.status === 'signed-in') return children;
  if (!session.unreachable) return <Navigate to="/login" replace />;
  // Once the identity service has loaded, the session store re-renders this component.
  return <PartNotice failure={session.unreachable} onLoaded={() => undefined} />;
}
