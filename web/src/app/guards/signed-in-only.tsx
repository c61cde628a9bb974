import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useSession } from '#shared/session/use-session.ts';
import { PartNotice } from '#app/boundaries/part-notice.tsx';

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
