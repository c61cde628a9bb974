import { useEffect, useState } from 'react';
import type { AuthService } from '#shared/session/auth-service.ts';
import { sessionStore } from '#shared/session/session-store.ts';
import { type AuthContext, authFailureText } from './auth-failure-text.ts';

/** One attempt at a time at something of the identity service, and what became of the last one. */
export interface Attempt {
  busy: boolean;
  /** The reader's sentence, or empty. */
  failure: string;
  /** Ends the last attempt's story with a sentence of the form itself. */
  refuse(sentence: string): void;
  /** True when it worked. Never throws: what fails becomes `failure`, in the words of `context`. */
  start(context: AuthContext, work: (auth: AuthService) => Promise<void>): Promise<boolean>;
}

export function useAuthAction(firstFailure = ''): Attempt {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(firstFailure);

  useEffect(() => {
    // Loaded ahead of the click: browsers open a popup only shortly after one.
    sessionStore.auth().catch(() => undefined);
    // Whoever turns back at Google's page may find this one as it was left: busy.
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
    // The browser's own words for a script it could not load help nobody.
    const code = 'auth/network-request-failed';
    throw Object.assign(new Error('the identity service is out of reach', { cause }), { code });
  }
}
