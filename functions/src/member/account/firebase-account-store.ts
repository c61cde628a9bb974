import type { BulkWriter, CollectionReference } from 'firebase-admin/firestore';
import { unfollowAll } from '../../accounts/firestore-shows.ts';
import { accounts, database, taskQueues } from '../../platform/firebase-admin.ts';
import type { AccountStore } from './delete-account.ts';
import { findUser, unlessGone } from '../../platform/find-user.ts';
import * as z from 'zod';
import { REGION } from '../../platform/runtime-options.ts';

const SWEEP_QUEUE = `locations/${REGION}/functions/sweepAccount`;

/** Identity tokens are valid for 60 minutes. The other 15 minutes are for a slow deletion. */
const SWEEP_DELAY_SECONDS = 75 * 60;

export const sweepTaskSchema = z.strictObject({ uid: z.string().min(1).max(128) });

type SweepTask = z.infer<typeof sweepTaskSchema>;

const PAGE_SIZE = 500;

export const firebaseAccountStore: AccountStore = {
  async scheduleSweep(uid) {
    const queue = taskQueues().taskQueue<SweepTask>(SWEEP_QUEUE);
    await queue.enqueue({ uid }, { scheduleDelaySeconds: SWEEP_DELAY_SECONDS });
  },

  async deleteDocuments(uid) {
    const firestore = await database();
    // Unfollow each show in a transaction, which keeps its number of followers correct.
    let deletes = await unfollowAll(uid);
    const writer = firestore.bulkWriter();
    writer.onWriteResult(() => {
      deletes += 1;
    });
    // Delete digests first, so that a concurrent delivery finds no digest and writes no history.
    for (const collection of OWNED)
      await deleteOwned(firestore.collection(collection), uid, writer);
    const person = firestore.doc(`users/${uid}`);
    for (const collection of await person.listCollections()) {
      if (collection.id !== 'shows') await firestore.recursiveDelete(collection, writer);
    }
    void writer.delete(person);
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

/** Collections of all people's documents, each with its owner's `uid`. */
const OWNED = ['digests', 'apiKeys', 'feedTokens', 'channelSecrets', 'feedItems'];

async function deleteOwned(
  documents: CollectionReference,
  uid: string,
  writer: BulkWriter,
): Promise<void> {
  const query = documents.where('uid', '==', uid).select().limit(PAGE_SIZE);
  for (;;) {
    const { docs, size } = await query.get();
    const deleted = docs.map(({ ref }) => writer.delete(ref));
    await writer.flush();
    await Promise.all(deleted);
    if (size < PAGE_SIZE) return;
  }
}
