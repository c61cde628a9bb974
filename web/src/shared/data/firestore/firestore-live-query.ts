import type { DocumentReference, DocumentSnapshot, Query, QuerySnapshot } from 'firebase/firestore';
import { fromRef } from 'rxfire/firestore';
import { map, type Observable, skipWhile } from 'rxjs';
import type { StoredDocument } from './read-document.ts';

/** Needed to notice that a pending write is confirmed, and that an empty result comes from the server. */
const WITH_METADATA = { includeMetadataChanges: true };
/** Pending writes have estimated server timestamps instead of null. */
const ESTIMATED = { serverTimestamps: 'estimate' } as const;

/** Follows a query. Documents for which `read` returns null are left out. */
export function followQuery<T>(
  query: Query,
  read: (document: StoredDocument) => T | null,
): Observable<T[]> {
  return fromRef(query, WITH_METADATA).pipe(
    skipWhile(({ empty, metadata }: QuerySnapshot) => saysNothing(empty, metadata)),
    map(({ docs }) => docs.flatMap((document) => read(stored(document)) ?? [])),
  );
}

/** Follows one document as a list with one item. A missing document is read as one without fields. */
export function followDocument<T>(
  reference: DocumentReference,
  read: (document: StoredDocument) => T,
): Observable<T[]> {
  return fromRef(reference, WITH_METADATA).pipe(
    skipWhile((document: DocumentSnapshot) => saysNothing(!document.exists(), document.metadata)),
    map((document) => [read(stored(document))]),
  );
}

/** Whether a result is an empty one from the cache, which does not mean that nothing is stored. */
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
