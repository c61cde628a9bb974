import { loadPart, PartFailure } from '#shared/loading/load-part.ts';
import { site } from '#shared/site.ts';
import type { AuthService, StartAuth } from './auth-service.ts';
import { type Session, VISITOR } from './session.ts';
import { hasSignInHint, setSignInHint } from './sign-in-hint.ts';
import { useSyncExternalStore } from 'react';

/** Who is signed in, live. Prerendered pages are those of a visitor, and only visitors take them over. */
export function useSession(): Session {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.getSession, () => VISITOR);
}

const UNKNOWN: Session = { status: 'unknown' };

/** Loaded only when somebody is signed in or wants to be. */
const startFirebaseAuth: StartAuth = async (events) => {
  const { startAuth } = await loadPart(() => import('./firebase-auth.ts'));
  return startAuth(events);
};

/** Knows who is signed in, and loads the identity service when it is needed. */
export function createSessionStore(startAuth: StartAuth = startFirebaseAuth) {
  let session = UNKNOWN;
  let service: Promise<AuthService> | undefined;
  const listeners = new Set<() => void>();

  function update(next: Session): void {
    session = next;
    for (const listener of listeners) listener();
  }

  function auth(): Promise<AuthService> {
    let redirectFailure: unknown;
    service ??= startAuth({
      onUser(user) {
        setSignInHint(user !== null);
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

  /** Offline or blocked: the site works for visitors, and the next attempt to sign in says why. */
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
    /** Called once when the page starts: asks the identity service only where there is a hint. */
    start(): void {
      if (!site.hasAccounts || !hasSignInHint()) update(VISITOR);
      else connect();
    },
    /** The identity service, loaded at the first call. Rejects when it cannot be loaded. */
    auth,
    /** Called once somebody has read why the way back from Google's page failed. */
    forgetRedirectFailure(): void {
      if (session.status === 'signed-out') update({ status: 'signed-out' });
    },
  };
}

export const sessionStore = createSessionStore();
