import type { DocumentData, Firestore } from 'firebase/firestore/lite';

/** A signed-in person by uid, a visitor, or the server, which bypasses the rules. */
export type Caller = { uid: string } | 'nobody' | 'the server';

export type Verdict = 'allowed' | 'denied';

export const METHODS = ['get', 'list', 'create', 'update', 'delete'] as const;
export type Method = (typeof METHODS)[number];

export interface StoredDocument {
  path: string;
  data: DocumentData;
}

/**
 * No two cases may use the same document, so that cases can run in any order, or concurrently, on one seeded
 * database.
 */
export interface RuleCase {
  /** The comment in firestore.rules that states the tested rule, verbatim. */
  policy: string;
  /** Unique within a policy. */
  sentence: string;
  caller: Caller;
  verdict: Verdict;
  seeds: StoredDocument[];
  /** Rejects with Firestore's `permission-denied` if denied. */
  ask: (store: Firestore) => Promise<unknown>;
}
