import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { isFirestoreEmulated } from './environment.ts';
import { createKeyedQueue } from './keyed-queue.ts';

/** Firestore's default is 5. */
const MAX_ATTEMPTS = 15;

const enqueue = createKeyedQueue();

/**
 * Retries more often than Firestore by default. On the emulator, transactions of an instance run one after another: a
 * query locks all collections of the same name there, and twelve people's transactions would take 24 seconds.
 */
export function retriedTransaction<T>(
  firestore: Firestore,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const run = () => firestore.runTransaction(work, { maxAttempts: MAX_ATTEMPTS });
  return isFirestoreEmulated() ? enqueue('emulator', run) : run();
}

/** Queues a person's transactions within an instance, because Firestore aborts most of many concurrent ones. */
export function personTransaction<T>(
  firestore: Firestore,
  uid: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return enqueue(`person ${uid}`, () => retriedTransaction(firestore, work));
}
