import { type ReactNode, Suspense, use } from 'react';
import { FirebaseAppProvider, FirestoreProvider, useFirestore } from 'reactfire';
import { ErrorBoundary } from '#shared/loading/error-boundary.tsx';
import { MemberDataContext } from '#shared/data/member/member-data-context.ts';
import {
  connectFirestoreEmulator,
  type Firestore,
  initializeFirestore,
  memoryLocalCache,
} from 'firebase/firestore';
import { memberHint } from '#shared/data/session/sign-in-hint.ts';
import { sessionStore, useSession } from '#shared/data/session/session-store.ts';
import { createMemberData } from './firestore/firestore-member-data.ts';
import type { LiveQuery } from './member/live-query.ts';
import type { MemberData } from './member/member-data.ts';
import { firebaseApp } from '#shared/data/firebase/firebase-app.ts';
import { localEmulators } from '#shared/data/firebase/local-emulators.ts';

let firestore: Promise<Firestore> | undefined;
/** Set once connected, because React would show a fallback for a moment even if the promise is fulfilled. */
let connected: Firestore | undefined;

async function connect(): Promise<Firestore> {
  // Caches nothing on disk, because other people may use the device.
  const opened = initializeFirestore(await firebaseApp(), { localCache: memoryLocalCache() });
  const emulator = localEmulators()?.firestore;
  if (emulator) connectFirestoreEmulator(opened, emulator.host, emulator.port);
  connected = opened;
  return opened;
}

function memberFirestore(): Promise<Firestore> {
  firestore ??= connect().catch((error: unknown) => {
    firestore = undefined;
    throw error;
  });
  return firestore;
}

let current: { uid: string; data: MemberData } | undefined;

/** Returns the same object until the person signs out. */
function memberSession(firestore: Firestore, uid: string): MemberData {
  if (current?.uid !== uid) {
    current?.data.close();
    current = { uid, data: createMemberData(firestore, uid) };
  }
  return current.data;
}

sessionStore.subscribe(() => {
  const session = sessionStore.getSession();
  if (session.status === 'signed-in' && session.user.uid === current?.uid) return;
  current?.data.close();
  current = undefined;
});

/** Until then, the page that shows the lists has taken over. In milliseconds. */
const EARLY_MS = 10_000;

/**
 * Listens to lists of the person who was signed in here last, before it is known whether they still are. Firestore
 * waits for their token, and the lists are closed if it is somebody else.
 */
export async function listenEarly(
  listsOf: (data: MemberData) => readonly LiveQuery<unknown>[],
): Promise<void> {
  const uid = memberHint();
  await sessionStore.started;
  const firestore = await memberFirestore();
  const session = sessionStore.getSession();
  const isOther =
    session.status === 'signed-in' ? session.user.uid !== uid : session.status !== 'unknown';
  if (uid === null || isOther) return;
  for (const list of listsOf(memberSession(firestore, uid))) setTimeout(list.hold(), EARLY_MS);
}

interface MemberAreaProps {
  children: ReactNode;
  fallback?: ReactNode;
  failed?: ReactNode;
}

/** Provides the signed-in person's data. Keyed by person, so that no state survives a change of user. */
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
          <MemberDataProvider uid={uid}>{children}</MemberDataProvider>
        </Connected>
      </Suspense>
    </ErrorBoundary>
  );
}

function Connected({ children }: { children: ReactNode }) {
  const firestore = connected ?? use(memberFirestore());
  return (
    <FirebaseAppProvider firebaseApp={firestore.app}>
      <FirestoreProvider sdk={firestore}>{children}</FirestoreProvider>
    </FirebaseAppProvider>
  );
}

function MemberDataProvider({ uid, children }: { uid: string; children: ReactNode }) {
  return (
    <MemberDataContext value={memberSession(useFirestore(), uid)}>{children}</MemberDataContext>
  );
}
