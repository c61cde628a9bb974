import type { Firestore, Query, Timestamp } from 'firebase-admin/firestore';
import { documentsOf } from '../platform/documents/documents-of.ts';
import { type BackupLine, WrongBackup } from './backup-file.ts';
import { fieldsFromJson, fieldsToJson } from './document-json.ts';
import { COLLECTIONS, KEPT_COLLECTIONS } from './kept-collections.ts';

/** Documents written at once; one takes up to 1 MiB. */
const WRITTEN_AT_ONCE = 100;

/**
 * Every document that cannot be made anew, as of `readTime`. Throws if there is a collection that this
 * version does not know.
 */
export async function* storedDocuments(
  firestore: Firestore,
  readTime: Timestamp,
): AsyncGenerator<BackupLine> {
  for (const { id } of await firestore.listCollections()) {
    if (id in COLLECTIONS) continue;
    throw new WrongBackup(`Firestore has documents in "${id}", which this version does not know.`);
  }
  for (const id of KEPT_COLLECTIONS) {
    const asOf = { readOnly: true, readTime } as const;
    const read = (page: Query) =>
      firestore.runTransaction((transaction) => transaction.get(page), asOf);
    const documents = documentsOf(firestore.collectionGroup(id), { read });
    for await (const document of documents) {
      yield { path: document.ref.path, fields: fieldsToJson(document.data()) };
    }
  }
}

/**
 * True if there are documents of people. Those that schedules write do not count, because every database has
 * them.
 */
export async function hasPeople(firestore: Firestore): Promise<boolean> {
  const found = ['users', 'alerts', 'bookmarks'].map((id) =>
    firestore.collectionGroup(id).limit(1).get(),
  );
  return (await Promise.all(found)).some(({ empty }) => !empty);
}

/** Deletes all documents of the collections that a backup holds. */
export async function emptyDatabase(firestore: Firestore): Promise<void> {
  for (const id of KEPT_COLLECTIONS) {
    const writer = firestore.bulkWriter();
    for await (const { ref } of documentsOf(firestore.collectionGroup(id).select())) {
      void writer.delete(ref);
    }
    await writer.close();
  }
}

/** Writes the documents of a backup; returns their number. */
export async function writeDocuments(
  firestore: Firestore,
  lines: AsyncIterable<BackupLine>,
): Promise<number> {
  const writer = firestore.bulkWriter();
  const failures: unknown[] = [];
  let written = 0;
  for await (const line of lines) {
    if (!('path' in line)) continue;
    const document = firestore.doc(line.path);
    writer.set(document, fieldsFromJson(line.fields)).catch((error: unknown) => {
      failures.push(error);
    });
    written += 1;
    if (written % WRITTEN_AT_ONCE === 0) await writer.flush();
    if (failures.length > 0) break;
  }
  await writer.close();
  if (failures.length > 0) throw failures[0];
  return written;
}
