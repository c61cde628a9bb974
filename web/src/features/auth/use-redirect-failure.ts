import { useEffect } from 'react';
import { sessionStore, useSession } from '#shared/session/session-store.ts';
import { type AuthContext, authFailureText } from './auth-failure-text.ts';

/**
 * Why signing in on Google's page failed, as a sentence, or empty. It is shown on one page only:
 * leaving that page forgets it.
 */
export function useRedirectFailure(context: AuthContext): string {
  const session = useSession();
  useEffect(() => () => sessionStore.forgetRedirectFailure(), []);
  const failure = session.status === 'signed-out' ? session.redirectFailure : undefined;
  return failure === undefined ? '' : authFailureText(context, failure);
}
