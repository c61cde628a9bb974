import { type ReactNode, Suspense, use } from 'react';
import { ErrorBoundary } from '#shared/loading/error-boundary.tsx';
import { MemberDataContext } from '#shared/data/member/member-data-context.ts';
import {
  connectFirestoreEmulator,
  type Firestore,
  initializeFirestore,
  memoryLocalCache,
} from 'firebase/firestore';
import { sessionStore, useSession } from '#shared/data/session/session-store.ts';
import { createMemberData } from './firestore/firestore-member-data.ts';
import type { MemberData } from './member/member-data.ts';
import { firebaseApp } from '#shared/data/firebase/firebase-app.ts';
import { localEmulators } from '#shared/data/firebase/local-emulators.ts';

let firestore: Promise<Firestore> | undefined;

async function connect(): Promise<Firestore> {
  // Caches nothing on disk, because other people may use the device.
  const connected = initializeFirestore(await firebaseApp(), { localCache: memoryLocalCache() });
  const emulator = localEmulators()?.firestore;
  if (emulator) connectFirestoreEmulator(connected, emulator.host, emulator.port);
  return connected;
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
        <Connected uid={uid}>{children}</Connected>
      </Suspense>
    </ErrorBoundary>
  );
}

function Connected({ uid, children }: { uid: string; children: ReactNode }) {
  const firestore = use(memberFirestore());
  return <MemberDataContext value={memberSession(firestore, uid)}>{children}</MemberDataContext>;
}
