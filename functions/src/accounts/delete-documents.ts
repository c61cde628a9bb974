import type { BulkWriter, CollectionReference, Firestore } from 'firebase-admin/firestore';
import { unfollowAll } from './firestore-shows.ts';

const PAGE_SIZE = 500;

/** Collections of all people's documents, each with its owner's `uid`. */
const OWNED = ['digests', 'apiKeys', 'apps', 'feedTokens', 'channelSecrets', 'feedItems'];

/** Deletes a person's documents. Returns the number of deletes. */
export async function deleteDocuments(firestore: Firestore, uid: string): Promise<number> {
  // Unfollow each show in a transaction, which keeps its number of followers correct.
  let deletes = await unfollowAll(uid);
  const writer = firestore.bulkWriter();
  writer.onWriteResult(() => {
    deletes += 1;
  });
  // Delete digests first, so that a concurrent delivery finds no digest and writes no history.
  for (const collection of OWNED) await deleteOwned(firestore.collection(collection), uid, writer);
  const person = firestore.doc(`users/${uid}`);
  for (const collection of await person.listCollections()) {
    if (collection.id !== 'shows') await firestore.recursiveDelete(collection, writer);
  }
  void writer.delete(person);
  await writer.close();
  return deletes;
}

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
