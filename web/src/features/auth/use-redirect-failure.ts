import { useEffect } from 'react';
import { sessionStore } from '#shared/session/session-store.ts';
import { useSession } from '#shared/session/use-session.ts';
import { type AuthContext, authFailureText } from './auth-failure-text.ts';

/**
 * Why the way back from Google's page ended on this one, as a sentence, or empty. Told by one page
 * only: leaving it forgets the failure.
 */
export function useRedirectFailure(context: AuthContext): string {
  const session = useSession();
  useEffect(() => () => sessionStore.forgetRedirectFailure(), []);
  const failure = session.status === 'signed-out' ? session.redirectFailure : undefined;
  return failure === undefined ? '' : authFailureText(context, failure);
}
