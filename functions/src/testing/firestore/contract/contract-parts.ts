import {
  type CollectionReference,
  type DocumentReference,
  type Firestore,
  Timestamp,
} from 'firebase-admin/firestore';

export interface ContractParts {
  /** A collection without documents, and the reference of a missing document. */
  empty: () => Promise<{ firestore: Firestore; all: CollectionReference; one: DocumentReference }>;
}

/** Returns the code of the error; 0 for success. */
export function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 0,
    (error: unknown) => (error as { code?: unknown }).code,
  );
}

export function isAfter(later: Timestamp | undefined, earlier: Timestamp | undefined): boolean {
  return (later?.valueOf() ?? '') > (earlier?.valueOf() ?? '');
}

export const ms = (millis: number) => Timestamp.fromMillis(millis);
