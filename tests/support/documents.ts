import { deleteApp, initializeApp } from 'firebase/app';
import {
  connectFirestoreEmulator,
  deleteDoc,
  doc,
  type DocumentData,
  type Firestore,
  getDoc,
  getFirestore,
  writeBatch,
} from 'firebase/firestore/lite';
import { firestoreAddress, firestoreUrl, projectId } from './stack.ts';

const BATCH_SIZE = 500;

/** The functions' Firestore database, accessed without rules. */
export interface Documents {
  seed(documents: Record<string, DocumentData>): Promise<void>;
  /** Does not delete subcollections. */
  remove(path: string): Promise<void>;
  read(path: string): Promise<DocumentData | null>;
  /** Returns the sorted paths of all documents below a document, not of the document itself. */
  below(path: string): Promise<string[]>;
  close(): Promise<void>;
}

/** @param project Firebase project id; the emulator separates databases by project. */
export function openDocuments(project = projectId()): Documents {
  const app = initializeApp({ projectId: project }, `past the rules of ${project}`);
  const store = getFirestore(app);
  const { host, port } = firestoreAddress();
  // The emulator treats this token as an administrator's, who bypasses the rules.
  connectFirestoreEmulator(store, host, port, { mockUserToken: 'owner' });
  return {
    seed: (documents) => seed(store, Object.entries(documents)),
    remove: (path) => deleteDoc(doc(store, path)),
    read: async (path) => (await getDoc(doc(store, path))).data() ?? null,
    below: (path) => below(project, path),
    close: () => deleteApp(app),
  };
}

async function seed(store: Firestore, entries: [string, DocumentData][]) {
  for (let start = 0; start < entries.length; start += BATCH_SIZE) {
    const batch = writeBatch(store);
    for (const [path, fields] of entries.slice(start, start + BATCH_SIZE)) {
      batch.set(doc(store, path), fields);
    }
    await batch.commit();
  }
}

async function below(project: string, path: string): Promise<string[]> {
  const root = `projects/${project}/databases/(default)/documents`;
  // A query over all descendants of the path, which only administrators may run.
  const structuredQuery = {
    from: [{ allDescendants: true }],
    select: { fields: [{ fieldPath: '__name__' }] },
  };
  const address = `${firestoreUrl()}/v1/${root}/${path}:runQuery`;
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ structuredQuery }),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  const rows = (await answer.json()) as { document?: { name: string } }[];
  return rows.flatMap((row) => row.document?.name.slice(root.length + 1) ?? []).sort();
}
