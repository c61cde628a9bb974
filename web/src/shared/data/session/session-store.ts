import { loadPart, PartFailure } from '#shared/loading/load-part.ts';
import { site } from '#shared/site.ts';
import type { AuthService, StartAuth } from './auth-service.ts';
import { type Session, VISITOR } from './session.ts';
import { hasSignInHint, setMemberHint, setSignInHint } from './sign-in-hint.ts';
import { useSyncExternalStore } from 'react';

/** On the server and during hydration, the session is always a visitor's. */
export function useSession(): Session {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.getSession, () => VISITOR);
}

const UNKNOWN: Session = { status: 'unknown' };

const startFirebaseAuth: StartAuth = async (events) => {
  const { startAuth } = await loadPart(() => import('./firebase-auth.ts'));
  return startAuth(events);
};

export function createSessionStore(startAuth: StartAuth = startFirebaseAuth) {
  let session = UNKNOWN;
  let service: Promise<AuthService> | undefined;
  const listeners = new Set<() => void>();
  let noteStarted: (() => void) | undefined;
  const started = new Promise<void>((resolve) => {
    noteStarted = resolve;
  });

  function update(next: Session): void {
    session = next;
    for (const listener of listeners) listener();
  }

  function auth(): Promise<AuthService> {
    let redirectFailure: unknown;
    service ??= startAuth({
      onStarted: () => noteStarted?.(),
      onUser(user) {
        setSignInHint(user !== null);
        if (user) setMemberHint(user.uid);
        update(user ? { status: 'signed-in', user } : { status: 'signed-out', redirectFailure });
      },
      onRedirectFailure(failure) {
        redirectFailure = failure;
      },
    }).catch((error: unknown) => {
      service = undefined;
      const unreachable = error instanceof PartFailure ? error : undefined;
      if (unreachable) unreachable.again = auth;
      if (session.status === 'unknown') update({ status: 'signed-out', unreachable });
      throw error;
    });
    return service;
  }

  /** On failure, the site works as for visitors, and the next sign-in shows the error. */
  function connect(): void {
    auth().catch((error: unknown) => {
      if (error instanceof PartFailure) window.addEventListener('online', connect, { once: true });
    });
  }

  return {
    getSession: (): Session => session,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Called once at start. Loads the identity service only if the sign-in hint is set. */
    start(): void {
      if (!site.hasAccounts || !hasSignInHint()) update(VISITOR);
      else connect();
    },
    /** Resolves once the identity service has loaded and reads who is signed in. */
    started,
    /** Loads the identity service on the first call. Rejects if it cannot be loaded. */
    auth,
    forgetRedirectFailure(): void {
      if (session.status === 'signed-out') update({ status: 'signed-out' });
    },
  };
}

export const sessionStore = createSessionStore();

/**
 * True if somebody is signed in, or may be while the session is unknown. Searches then need an ID token,
 * because they include shows that the person follows.
 */
export function mayBeSignedIn(): boolean {
  const { status } = sessionStore.getSession();
  return status === 'signed-in' || (status === 'unknown' && hasSignInHint());
}
