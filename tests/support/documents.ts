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

/** Firestore takes no more writes in one batch. */
const BATCH_SIZE = 500;

/** The database the functions work on, past its rules. */
export interface Documents {
  /** Writes documents by their paths. */
  seed(documents: Record<string, DocumentData>): Promise<void>;
  /** Deletes one document, and nothing below it. */
  remove(path: string): Promise<void>;
  /** The fields of one document, or null when there is none. */
  read(path: string): Promise<DocumentData | null>;
  /** Paths of all documents below one, at any depth, sorted; the document itself is not counted. */
  below(path: string): Promise<string[]>;
  close(): Promise<void>;
}

/** @param project Whose database; the emulator keeps each project's apart. */
export function openDocuments(project = projectId()): Documents {
  const app = initializeApp({ projectId: project }, `past the rules of ${project}`);
  const store = getFirestore(app);
  const { host, port } = firestoreAddress();
  // The emulator takes this token for the server, to which no rule applies.
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
  // A query over all descendants of any collection, which only administrators may ask.
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
