import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { createTurns } from './turns.ts';

/** Attempts of a transaction; Firestore's default is 5. */
const MOST_ATTEMPTS = 15;

const inTurn = createTurns();

/**
 * Runs a transaction on one person's documents. Transactions of the same person take turns within an
 * instance, because Firestore would abort most of many concurrent ones.
 */
export function personTransaction<T>(
  firestore: Firestore,
  uid: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return inTurn(uid, () => firestore.runTransaction(work, { maxAttempts: MOST_ATTEMPTS }));
}
