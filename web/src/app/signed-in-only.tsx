import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '#shared/session/use-session.ts';

/** Shows its routes to signed-in people; visitors are sent to the sign-in screen. */
export function SignedInOnly() {
  const { status } = useSession();
  if (status === 'unknown') return null;
  return status === 'signed-in' ? <Outlet /> : <Navigate to="/login" replace />;
}
