import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { createTurns } from './turns.ts';

/** Attempts of a transaction; Firestore's default is 5. */
const MOST_ATTEMPTS = 15;

const inTurn = createTurns();

/**
 * Runs a transaction on one person's documents. Those of one instance take turns: of many concurrent ones,
 * Firestore would let a few through and abort the others.
 */
export function personTransaction<T>(
  firestore: Firestore,
  uid: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return inTurn(uid, () => firestore.runTransaction(work, { maxAttempts: MOST_ATTEMPTS }));
}
