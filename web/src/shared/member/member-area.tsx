import { type ReactNode, Suspense, use } from 'react';
import { FirebaseAppProvider, FirestoreProvider, useFirestore } from 'reactfire';
import { ErrorBoundary } from '#shared/loading/error-boundary.tsx';
import { MemberDataContext } from '#shared/member/data/member-data-context.ts';
import {
  connectFirestoreEmulator,
  type Firestore,
  initializeFirestore,
  memoryLocalCache,
} from 'firebase/firestore';
import { sessionStore, useSession } from '#shared/session/session-store.ts';
import { createMemberData } from './firestore/firestore-member-data.ts';
import type { MemberData } from './data/member-data.ts';
import { firebaseApp } from '#shared/firebase/firebase-app.ts';
import { localEmulators } from '#shared/firebase/local-emulators.ts';

let firestore: Promise<Firestore> | undefined;

async function connect(): Promise<Firestore> {
  // In memory only: nothing of a person stays on a device that others may use.
  const connected = initializeFirestore(await firebaseApp(), { localCache: memoryLocalCache() });
  const emulator = localEmulators()?.firestore;
  if (emulator) connectFirestoreEmulator(connected, emulator.host, emulator.port);
  return connected;
}

/** The database, connected at the first call. A failed attempt is forgotten. */
function memberFirestore(): Promise<Firestore> {
  firestore ??= connect().catch((error: unknown) => {
    firestore = undefined;
    throw error;
  });
  return firestore;
}

let stay: { uid: string; data: MemberData } | undefined;

/** The data of the person who is signed in: the same for the whole page until they sign out. */
function memberSession(firestore: Firestore, uid: string): MemberData {
  if (stay?.uid !== uid) {
    stay?.data.close();
    stay = { uid, data: createMemberData(firestore, uid) };
  }
  return stay.data;
}

sessionStore.subscribe(() => {
  const session = sessionStore.getSession();
  if (session.status === 'signed-in' && session.user.uid === stay?.uid) return;
  stay?.data.close();
  stay = undefined;
});

interface MemberAreaProps {
  children: ReactNode;
  /** Shown until the database is connected. */
  fallback?: ReactNode;
  /** Shown when the database cannot be reached at all, or something inside breaks. */
  failed?: ReactNode;
}

/**
 * Gives what is inside the data of the person who is signed in; shows nothing to others. Keyed by
 * person: nothing of one is kept when another signs in. An area within an area shares its data.
 */
export function MemberArea({ children, fallback = null, failed = null }: MemberAreaProps) {
  const session = useSession();
  const outer = use(MemberDataContext);
  if (outer) return children;
  if (session.status !== 'signed-in') return null;
  const { uid } = session.user;
  return (
    <ErrorBoundary key={uid} instead={() => failed}>
      <Suspense fallback={fallback}>
        <Connected>
          <Stay uid={uid}>{children}</Stay>
        </Connected>
      </Suspense>
    </ErrorBoundary>
  );
}

function Connected({ children }: { children: ReactNode }) {
  const firestore = use(memberFirestore());
  return (
    <FirebaseAppProvider firebaseApp={firestore.app}>
      <FirestoreProvider sdk={firestore}>{children}</FirestoreProvider>
    </FirebaseAppProvider>
  );
}

function Stay({ uid, children }: { uid: string; children: ReactNode }) {
  return (
    <MemberDataContext value={memberSession(useFirestore(), uid)}>{children}</MemberDataContext>
  );
}
