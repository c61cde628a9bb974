import {
  connectFirestoreEmulator,
  type Firestore,
  initializeFirestore,
  memoryLocalCache,
} from 'firebase/firestore';
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
export function memberFirestore(): Promise<Firestore> {
  firestore ??= connect().catch((error: unknown) => {
    firestore = undefined;
    throw error;
  });
  return firestore;
}
