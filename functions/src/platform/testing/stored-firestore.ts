import { type Auth, FirebaseAuthError, type UserRecord } from 'firebase-admin/auth';
import { Timestamp } from 'firebase-admin/firestore';
import { vi } from 'vitest';
import * as firebaseAdmin from '../firebase-admin.ts';
import { firestoreDocuments, memoryFirestore, writesOf } from '../../testing/memory-firestore.ts';

type Account = Pick<UserRecord, 'uid'> & Partial<UserRecord>;

/**
 * Gives the stores an empty Firestore in memory and accounts. Call it before each test.
 * @param now Also the clock of the process.
 */
export function storedFirestore(now: () => number = Date.now) {
  if (now !== Date.now) vi.spyOn(Date, 'now').mockImplementation(now);
  const documents = firestoreDocuments();
  const firestore = memoryFirestore(documents, { now });
  const users: Account[] = [];
  vi.spyOn(firebaseAdmin, 'database').mockImplementation(() => Promise.resolve(firestore));
  const accounts = {
    getUser: (uid: unknown) => {
      if (typeof uid !== 'string') return Promise.reject(new Error('A uid must be a text.'));
      const found = users.find((each) => each.uid === uid);
      if (found !== undefined) return Promise.resolve(found);
      // Its declared constructor takes no code.
      const error = { code: 'user-not-found', message: uid } as never;
      return Promise.reject(new FirebaseAuthError(error));
    },
    getUsers: (asked: { uid?: string; email?: string }[]) => {
      if (asked.length > 100) return Promise.reject(new Error('getUsers takes 100 accounts'));
      const isAsked = ({ uid, email }: Account) =>
        asked.some((each) => each.uid === uid || (each.email ?? null) === email);
      return Promise.resolve({ users: users.filter(isAsked) });
    },
    listUsers: (most: number, page: string | undefined = '0') => {
      const end = Number(page) + most;
      const pageToken = end < users.length ? String(end) : undefined;
      return Promise.resolve({ users: users.slice(Number(page), end), pageToken });
    },
  };
  vi.spyOn(firebaseAdmin, 'accounts').mockReturnValue(accounts as unknown as Auth);

  const writes = writesOf(documents, now);
  return {
    firestore,
    /** An account whose address was verified and confirmed long ago. */
    addVerified(uid: string): void {
      const metadata = { creationTime: new Date(0).toUTCString() } as never;
      users.push({ uid, emailVerified: true, disabled: false, metadata });
      writes.set(`users/${uid}`, { verifiedAt: new Date(0) });
    },
    /** Firebase Authentication, which knows `users`. */
    accounts,
    documents,
    users,
    ...writes,
    /** All documents by path, their times in epoch milliseconds. */
    stored: (): Record<string, unknown> =>
      Object.fromEntries(
        [...documents.all()]
          .sort((left, right) => (left.path < right.path ? -1 : 1))
          .map(({ path, fields }) => [path, withPlainTimes(fields)]),
      ),
  };
}

export type StoredFirestore = ReturnType<typeof storedFirestore>;

function withPlainTimes(value: unknown): unknown {
  if (value instanceof Timestamp) return value.toMillis();
  if (Array.isArray(value)) return value.map(withPlainTimes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withPlainTimes(each)]),
  );
}
