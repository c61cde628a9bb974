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
  /** With an article, such as "an alert". */
  what: string;
  by: string;
  caller: Caller;
  verdict: Verdict;
  /** No other case may use this document. */
  document: StoredDocument;
  /** The fields of an update. Without them, an update replaces the whole document. */
  change?: DocumentData | undefined;
}

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

// Firestore distinguishes create and update by whether the document exists. Both write valid data,
// so that only the method can cause a denial.
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
