import { useSyncExternalStore } from 'react';
import { type Session, VISITOR } from './session.ts';
import { sessionStore } from './session-store.ts';

/** Who is signed in, live. Prerendered pages are those of a visitor, and only visitors take them over. */
export function useSession(): Session {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.getSession, () => VISITOR);
}
