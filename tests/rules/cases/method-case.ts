import {
  collection,
  deleteDoc,
  doc,
  type DocumentData,
  type Firestore,
  getDoc,
  getDocs,
  setDoc,
  updateDoc,
} from 'firebase/firestore/lite';
import type { Caller, Method, RuleCase, StoredDocument, Verdict } from './rule-case.ts';

interface MethodRequest {
  policy: string;
  method: Method;
  /** What the documents are called in a sentence, with its article: "an alert". */
  what: string;
  /** What the caller is called in a sentence. */
  by: string;
  caller: Caller;
  verdict: Verdict;
  /** The document asked for, of this case alone. */
  document: StoredDocument;
  /** What an update changes; without it, it writes the whole document again. */
  change?: DocumentData | undefined;
}

/** A request for one document, or for the collection it is in, by one method of the rules language. */
export function methodCase(request: MethodRequest): RuleCase {
  const { policy, method, what, by, caller, verdict, document, change } = request;
  return {
    policy,
    sentence: `${method} of ${what} by ${by} is ${verdict}`,
    caller,
    verdict,
    seeds: method === 'create' ? [] : [document],
    ask: (store) => ask(store, method, document, change),
  };
}

// Firestore tells a creation from an update by what is there. Both write what is acceptable: only the method can be the reason of a refusal.
async function ask(
  store: Firestore,
  method: Method,
  document: StoredDocument,
  change?: DocumentData,
): Promise<unknown> {
  const target = doc(store, document.path);
  switch (method) {
    case 'get':
      return getDoc(target);
    case 'list':
      return getDocs(collection(store, document.path.slice(0, document.path.lastIndexOf('/'))));
    case 'update':
      return change ? updateDoc(target, change) : setDoc(target, document.data);
    case 'create':
      return setDoc(target, document.data);
    case 'delete':
      return deleteDoc(target);
  }
}
