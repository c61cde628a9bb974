import { type ReactNode, useLayoutEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useSession } from '#shared/data/session/session-store.ts';
import { PartNotice } from '#app/crash-boundary.tsx';
import { returnAddress } from '#shared/page/return-address.ts';
import { site } from '#shared/site.ts';
import { latePart } from '#shared/loading/late-part.tsx';

const AccountsOffPage = latePart(() => import('#app/pages/message-pages.tsx'), 'AccountsOffPage');

export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { status } = useSession();
  if (!site.hasAccounts) return <AccountsOffPage />;
  if (status === 'unknown') return null;
  if (status === 'signed-out') return children;
  return <Navigate to={returnAddress.read() ?? '/'} replace />;
}

interface SignedInOnlyProps {
  /** True if visitors come back to this page after signing in. */
  isKept?: boolean;
  children: ReactNode;
}

/** Redirects visitors to the sign-in page. Shows a notice if the identity service cannot be loaded. */
export function SignedInOnly({ isKept = false, children }: SignedInOnlyProps) {
  const session = useSession();
  if (session.status === 'unknown') return null;
  if (session.status === 'signed-in') return children;
  if (!session.unreachable) return isKept ? <SignInThenBack /> : <Navigate to="/login" replace />;
  // Once the identity service has loaded, the session store re-renders this component.
  return <PartNotice failure={session.unreachable} onLoaded={() => undefined} />;
}

function SignInThenBack() {
  const { pathname, search } = useLocation();
  useLayoutEffect(() => {
    returnAddress.write(pathname + search);
  }, [pathname, search]);
  return <Navigate to="/login" replace />;
}
