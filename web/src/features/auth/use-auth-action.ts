import { useEffect, useState } from 'react';
import type { AuthService } from '#shared/session/auth-service.ts';
import { sessionStore } from '#shared/session/session-store.ts';
import { type AuthContext, authFailureText } from './auth-failure-text.ts';

/** Calls the identity service, one call at a time, and keeps how the last one ended. */
export interface Attempt {
  busy: boolean;
  /** The reader's sentence, or empty. */
  failure: string;
  /** Shows a sentence of the form itself in place of the last failure. */
  refuse(sentence: string): void;
  /** True when it worked. Never throws: what fails becomes `failure`, in the words of `context`. */
  start(context: AuthContext, work: (auth: AuthService) => Promise<void>): Promise<boolean>;
}

export function useAuthAction(firstFailure = ''): Attempt {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(firstFailure);

  useEffect(() => {
    // Load it before the click: browsers open a popup only right after one.
    sessionStore.auth().catch(() => undefined);
    // Going back from Google's page can restore this page from memory, still busy.
    function thaw({ persisted }: PageTransitionEvent) {
      if (persisted) setBusy(false);
    }
    window.addEventListener('pageshow', thaw);
    return () => window.removeEventListener('pageshow', thaw);
  }, []);

  async function start(context: AuthContext, work: (auth: AuthService) => Promise<void>) {
    setBusy(true);
    setFailure('');
    const worked = await loadAuth()
      .then(work)
      .then(
        () => true,
        (error: unknown) => {
          setFailure(authFailureText(context, error));
          return false;
        },
      );
    setBusy(false);
    return worked;
  }

  return { busy, failure, refuse: setFailure, start };
}

async function loadAuth(): Promise<AuthService> {
  try {
    return await sessionStore.auth();
  } catch (cause) {
    // The browser's message about a script it could not load does not help the reader.
    const code = 'auth/network-request-failed';
    throw Object.assign(new Error('the identity service is out of reach', { cause }), { code });
  }
}
