import { useEffect, useState } from 'react';
import type { AuthService } from '#shared/data/session/auth-service.ts';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { type AuthContext, authFailureText } from './auth-failure-text.ts';

/** The state of a form that runs one call at a time. */
export interface Attempt {
  busy: boolean;
  failure: string;
  /** Shows an error of the form's own validation. */
  refuse(sentence: string): void;
  /** Resolves to true on success. Never rejects, because errors become `failure`. */
  start(context: AuthContext, work: (auth: AuthService) => Promise<void>): Promise<boolean>;
}

export function useAuthAction(firstFailure = ''): Attempt {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(firstFailure);

  useEffect(() => {
    // Preloads the identity service, because browsers allow a popup only directly after a click.
    sessionStore.auth().catch(() => undefined);
    // After "back" from Google's page, the bfcache can restore this page in its busy state.
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
    // Reports a network error, because the browser's message about a script that failed to load would not help.
    const code = 'auth/network-request-failed';
    throw Object.assign(new Error('the identity service is out of reach', { cause }), { code });
  }
}
