import { useSyncExternalStore } from 'react';
import type { Session } from './session.ts';
import { sessionStore } from './session-store.ts';

const BEFORE: Session = { status: 'unknown' };

/** Who is signed in, live. */
export function useSession(): Session {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.getSession, () => BEFORE);
}
