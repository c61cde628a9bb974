import type { BulkWriter, Firestore } from 'firebase-admin/firestore';
import { accounts, database, taskQueues } from '../platform/firebase-admin.ts';
import type { AccountStore } from './delete-account.ts';
import { findUser, unlessGone } from '../platform/find-user.ts';
import { SWEEP_DELAY_SECONDS, SWEEP_QUEUE, type SweepTask } from './enqueue-sweep.ts';

const PAGE_SIZE = 500;

/** Accounts in Firebase Auth, documents in Firestore, the sweep in Cloud Tasks. */
export const firebaseAccountStore: AccountStore = {
  async scheduleSweep(uid) {
    const queue = taskQueues().taskQueue<SweepTask>(SWEEP_QUEUE);
    await queue.enqueue({ uid }, { scheduleDelaySeconds: SWEEP_DELAY_SECONDS });
  },

  async deleteDocuments(uid) {
    const firestore = await database();
    const writer = firestore.bulkWriter();
    let deletes = 0;
    writer.onWriteResult(() => {
      deletes += 1;
    });
    // Digests first: a mail that is being sent right now then finds no digest to update, and writes
    // no history.
    await deleteDigests(firestore, uid, writer);
    await firestore.recursiveDelete(firestore.doc(`users/${uid}`), writer);
    await writer.close();
    return deletes;
  },

  async deleteUser(uid) {
    await unlessGone(accounts().deleteUser(uid));
  },

  async hasUser(uid) {
    return (await findUser(uid)) !== null;
  },
};

async function deleteDigests(firestore: Firestore, uid: string, writer: BulkWriter): Promise<void> {
  const query = firestore.collection('digests').where('uid', '==', uid).select().limit(PAGE_SIZE);
  for (;;) {
    const { docs, size } = await query.get();
    const deleted = docs.map(({ ref }) => writer.delete(ref));
    await writer.flush();
    await Promise.all(deleted);
    if (size < PAGE_SIZE) return;
  }
}
