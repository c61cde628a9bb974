import type { DocumentReference, DocumentSnapshot, Query, QuerySnapshot } from 'firebase/firestore';
import { fromRef } from 'rxfire/firestore';
import { map, type Observable, skipWhile } from 'rxjs';
import type { StoredDocument } from './read-document.ts';

/** Metadata changes tell when a pending document has arrived, and that nothing is the truth. */
const WITH_METADATA = { includeMetadataChanges: true };
/** A time the server has yet to set is shown as about now. */
const ESTIMATED = { serverTimestamps: 'estimate' } as const;

/** Follows a query; documents that `read` makes nothing of are passed over. */
export function followQuery<T>(
  query: Query,
  read: (document: StoredDocument) => T | null,
): Observable<T[]> {
  return fromRef(query, WITH_METADATA).pipe(
    skipWhile(({ empty, metadata }: QuerySnapshot) => saysNothing(empty, metadata)),
    map(({ docs }) => docs.flatMap((document) => read(stored(document)) ?? [])),
  );
}

/** Follows one document as a list of one; a document that is not there is read as one without fields. */
export function followDocument<T>(
  reference: DocumentReference,
  read: (document: StoredDocument) => T,
): Observable<T[]> {
  return fromRef(reference, WITH_METADATA).pipe(
    skipWhile((document: DocumentSnapshot) => saysNothing(!document.exists(), document.metadata)),
    map((document) => [read(stored(document))]),
  );
}

/** Without a connection an empty cache says nothing about what is stored. */
function saysNothing(empty: boolean, { fromCache }: { fromCache: boolean }): boolean {
  return empty && fromCache;
}

function stored(document: DocumentSnapshot): StoredDocument {
  return {
    id: document.id,
    fields: document.data(ESTIMATED) ?? {},
    pending: document.metadata.hasPendingWrites,
  };
}
