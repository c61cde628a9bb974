import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { createTurns } from './turns.ts';

/** Firestore's own number is 5. */
const MOST_ATTEMPTS = 15;

const inTurn = createTurns();

/**
 * A transaction on one person's documents. Those of an instance take turns: of many at once, Firestore would
 * let a few through and abort the others.
 */
export function personTransaction<T>(
  firestore: Firestore,
  uid: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return inTurn(uid, () => firestore.runTransaction(work, { maxAttempts: MOST_ATTEMPTS }));
}
