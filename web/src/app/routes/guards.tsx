import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useSession } from '#shared/session/session-store.ts';
import { PartNotice } from '#app/crash-boundary.tsx';
import { site } from '#shared/site.ts';
import { latePart } from '#shared/loading/late-part.tsx';

const AccountsOffPage = latePart(() => import('#app/pages/message-pages.tsx'), 'AccountsOffPage');

/** Shows its page to visitors; signed-in people are sent home. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { status } = useSession();
  if (!site.hasAccounts) return <AccountsOffPage />;
  if (status === 'unknown') return null;
  return status === 'signed-out' ? children : <Navigate to="/" replace />;
}

/**
 * Shows its page to signed-in people; visitors are sent to the sign-in screen. Where it cannot be
 * known who is there, it says why.
 */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session.status === 'unknown') return null;
  if (session.status === 'signed-in') return children;
  if (!session.unreachable) return <Navigate to="/login" replace />;
  // Once the part is there, the session store tells who is signed in.
  return <PartNotice failure={session.unreachable} onLoaded={() => undefined} />;
}
