import { initializeTestEnvironment, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import {
  deleteDoc,
  doc,
  type DocumentData,
  type Firestore,
  getDoc,
  writeBatch,
} from 'firebase/firestore';
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

export async function openDocuments(): Promise<Documents> {
  const environment = await initializeTestEnvironment({
    projectId: projectId(),
    firestore: firestoreAddress(),
  });
  return {
    seed: (documents) => seed(environment, Object.entries(documents)),
    remove: (path) =>
      environment.withSecurityRulesDisabled((context) =>
        deleteDoc(doc(context.firestore() as unknown as Firestore, path)),
      ),
    read: (path) => read(environment, path),
    below,
    close: () => environment.cleanup(),
  };
}

async function seed(environment: RulesTestEnvironment, entries: [string, DocumentData][]) {
  await environment.withSecurityRulesDisabled(async (context) => {
    const store = context.firestore() as unknown as Firestore;
    for (let start = 0; start < entries.length; start += BATCH_SIZE) {
      const batch = writeBatch(store);
      for (const [path, fields] of entries.slice(start, start + BATCH_SIZE)) {
        batch.set(doc(store, path), fields);
      }
      await batch.commit();
    }
  });
}

async function read(environment: RulesTestEnvironment, path: string) {
  let fields: DocumentData | null = null;
  await environment.withSecurityRulesDisabled(async (context) => {
    const store = context.firestore() as unknown as Firestore;
    fields = (await getDoc(doc(store, path))).data() ?? null;
  });
  return fields;
}

async function below(path: string): Promise<string[]> {
  const root = `projects/${projectId()}/databases/(default)/documents`;
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
