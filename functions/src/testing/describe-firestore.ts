import type { Firestore } from 'firebase-admin/firestore';
import { describeDocuments } from './firestore/contract/documents-contract.ts';
import { describeQueries } from './firestore/contract/queries-contract.ts';
import { describeTransactions } from './firestore/contract/transactions-contract.ts';
import { describeWrites } from './firestore/contract/writes-contract.ts';

/**
 * What the stores expect of Firestore. Runs on `memoryFirestore` and on the emulator.
 *
 * Both differ from production: they need no composite index, have no limit of index entries, and never fail for load.
 * Production stores `serverTimestamp()` with milliseconds; `memoryFirestore` gives each commit its own microsecond.
 * The emulator makes a transaction wait for the locks of another one, like production; `memoryFirestore` reruns it.
 * The SDK returns the same bytes with each call of `data()`; `memoryFirestore` copies them.
 * @param collectionId Returns the id of a collection that no other test uses.
 */
export function describeFirestore(
  open: () => Promise<Firestore>,
  collectionId: () => string,
): void {
  const parts = {
    async empty() {
      const firestore = await open();
      const all = firestore.collection(collectionId());
      return { firestore, all, one: all.doc('one') };
    },
  };
  describeDocuments(parts);
  describeWrites(parts);
  describeQueries(parts);
  describeTransactions(parts);
}
