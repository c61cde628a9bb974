import type { DocumentData, Firestore } from 'firebase/firestore/lite';

/** Who asks: a signed-in person by uid, nobody, or the server, to whom no rule applies. */
export type Caller = { uid: string } | 'nobody' | 'the server';

export type Verdict = 'allowed' | 'denied';

/** The ways to ask for a document, as the rules language names them. */
export const METHODS = ['get', 'list', 'create', 'update', 'delete'] as const;
export type Method = (typeof METHODS)[number];

/** A document by its path from the root. */
export interface StoredDocument {
  path: string;
  data: DocumentData;
}

/**
 * One request and what the rules must say to it. No two cases touch the same document, so they can run
 * in any order, or at once, over one seeded store.
 */
export interface RuleCase {
  /** The sentence of firestore.rules this case is about, word for word. */
  policy: string;
  /** What is asked and what comes of it; no two cases of a policy share one. */
  sentence: string;
  caller: Caller;
  verdict: Verdict;
  /** What is in the store beforehand for this case. */
  seeds: StoredDocument[];
  /** Asks; throws Firestore's `permission-denied` when denied. */
  ask: (store: Firestore) => Promise<unknown>;
}
