import type { DocumentReference, DocumentSnapshot, Query, QuerySnapshot } from 'firebase/firestore';
import { fromRef } from 'rxfire/firestore';
import { map, type Observable, skipWhile } from 'rxjs';
import type { StoredDocument } from './read-document.ts';

/** Needed to see that a pending write is confirmed, and that an empty result comes from the server. */
const WITH_METADATA = { includeMetadataChanges: true };
/** Replaces the missing server timestamps of pending writes with estimates. */
const ESTIMATED = { serverTimestamps: 'estimate' } as const;

/** Omits documents for which `read` returns null. */
export function followQuery<T>(
  query: Query,
  read: (document: StoredDocument) => T | null,
): Observable<T[]> {
  return followResult(query).pipe(map((result) => documentsIn(result, read)));
}

export function followResult(query: Query): Observable<QuerySnapshot> {
  return fromRef(query, WITH_METADATA).pipe(
    skipWhile(({ empty, metadata }: QuerySnapshot) => isInconclusive(empty, metadata)),
  );
}

/** Omits documents for which `read` returns null. */
export function documentsIn<T>(
  { docs }: QuerySnapshot,
  read: (document: StoredDocument) => T | null,
): T[] {
  return docs.flatMap((document) => read(stored(document)) ?? []);
}

/** Returns a list with one item. A missing document is read as a document without fields. */
export function followDocument<T>(
  reference: DocumentReference,
  read: (document: StoredDocument) => T,
): Observable<T[]> {
  return fromRef(reference, WITH_METADATA).pipe(
    skipWhile((document: DocumentSnapshot) =>
      isInconclusive(!document.exists(), document.metadata),
    ),
    map((document) => [read(stored(document))]),
  );
}

/** True for an empty result from the cache: the server may still have documents. */
function isInconclusive(empty: boolean, { fromCache }: { fromCache: boolean }): boolean {
  return empty && fromCache;
}

function stored(document: DocumentSnapshot): StoredDocument {
  return {
    id: document.id,
    fields: document.data(ESTIMATED) ?? {},
    pending: document.metadata.hasPendingWrites,
  };
}
