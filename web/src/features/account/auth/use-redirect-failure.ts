import { useEffect } from 'react';
import { sessionStore, useSession } from '#shared/data/session/session-store.ts';
import { type AuthContext, authFailureText } from './auth-failure-text.ts';

/** Returns the message of a failed sign-in by redirect to Google, else an empty text. Leaving the page clears it. */
export function useRedirectFailure(context: AuthContext): string {
  const session = useSession();
  useEffect(() => () => sessionStore.forgetRedirectFailure(), []);
  const failure = session.status === 'signed-out' ? session.redirectFailure : undefined;
  return failure === undefined ? '' : authFailureText(context, failure);
}
