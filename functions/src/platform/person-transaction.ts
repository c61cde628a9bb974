import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { createKeyedQueue } from './keyed-queue.ts';

/** Firestore's default is 5. */
const MAX_ATTEMPTS = 15;

const enqueue = createKeyedQueue();

/** Queues a person's transactions within an instance, because Firestore aborts most of many concurrent ones. */
export function personTransaction<T>(
  firestore: Firestore,
  uid: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return enqueue(uid, () => firestore.runTransaction(work, { maxAttempts: MAX_ATTEMPTS }));
}
