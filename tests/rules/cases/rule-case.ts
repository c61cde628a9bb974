import type { DocumentData, Firestore } from 'firebase/firestore/lite';

/** A signed-in person by uid, a visitor, or the server, which bypasses the rules. */
export type Caller = { uid: string } | 'nobody' | 'the server';

export type Verdict = 'allowed' | 'denied';

/** Methods of the rules language. */
export const METHODS = ['get', 'list', 'create', 'update', 'delete'] as const;
export type Method = (typeof METHODS)[number];

export interface StoredDocument {
  path: string;
  data: DocumentData;
}

/**
 * One request and its expected verdict. No two cases use the same document, so that they can run in
 * any order or concurrently on one seeded database.
 */
export interface RuleCase {
  /** The comment in firestore.rules that states the tested rule, verbatim. */
  policy: string;
  /** Unique within a policy. */
  sentence: string;
  caller: Caller;
  verdict: Verdict;
  /** Documents that must exist before the request. */
  seeds: StoredDocument[];
  /** Rejects with Firestore's `permission-denied` if denied. */
  ask: (store: Firestore) => Promise<unknown>;
}
