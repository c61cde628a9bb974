import type { Firestore } from 'firebase-admin/firestore';
import { type FirestoreDocuments, firestoreDocuments, type Write } from './firestore/documents.ts';
import { ABORTED, firestoreError, Loud } from './firestore/errors.ts';
import {
  type Client,
  groupOf,
  MemoryCollection,
  MemoryDocument,
  type Snapshot,
} from './firestore/references.ts';
import { MemorySnapshot } from './firestore/snapshots.ts';
import {
  isAborted,
  MemoryBatch,
  MemoryBulkWriter,
  MemoryTransaction,
  requested,
} from './firestore/transactions.ts';
import { deletion, replacement, update } from './firestore/writes.ts';

export { type FirestoreDocuments, firestoreDocuments };

interface Options {
  /**
   * Awaited before and after each operation takes effect. It never resolves if the process crashes.
   */
  pause?: () => Promise<void>;
  /** The database's clock, epoch milliseconds. */
  now?: () => number;
}

const DEFAULT_ATTEMPTS = 5;

/**
 * Firestore of one process in memory, for tests. Processes share `documents`. It has what the stores use of the Admin
 * SDK, and `describe-firestore.ts` compares it with the emulator. Everything else throws.
 */
export function memoryFirestore(documents: FirestoreDocuments, options: Options = {}): Firestore {
  return new MemoryFirestore(documents, options) as unknown as Firestore;
}

/** Writes without the pauses of a process: what people do between two steps of the processes. */
export function writesOf(documents: FirestoreDocuments, now: () => number) {
  const commit = (...writes: Write[]) => void documents.commit(writes, now());
  return {
    set: (path: string, data: object, options?: { merge: boolean }): void => {
      commit(replacement(path, data, options));
    },
    update: (path: string, fields: object): void => {
      commit(update(path, [fields]));
    },
    remove: (path: string): void => {
      commit(deletion(path));
    },
  };
}

class MemoryFirestore extends Loud {
  readonly #client: Client;

  constructor(
    documents: FirestoreDocuments,
    { pause = () => Promise.resolve(), now = Date.now }: Options,
  ) {
    super();
    async function operate<T>(effect: () => T): Promise<T> {
      await pause();
      const result = effect();
      await pause();
      return result;
    }
    this.#client = {
      documents,
      firestore: this,
      operate,
      commit: (writes) =>
        operate(() => {
          documents.checkWritable(writes);
          const at = documents.commit(writes, now());
          return writes.map(() => at);
        }),
    };
    this.#now = now;
  }

  readonly #now: () => number;

  doc(path: string): MemoryDocument {
    return new MemoryDocument(this.#client, path);
  }

  collection(path: string): MemoryCollection {
    return new MemoryCollection(this.#client, path);
  }

  collectionGroup(collectionId: string) {
    return groupOf(this.#client, collectionId);
  }

  async getAll(...given: unknown[]): Promise<Snapshot[]> {
    const { documents, selected } = requested(given);
    const { operate, documents: stored } = this.#client;
    return operate(() =>
      documents.map(
        (document) => new MemorySnapshot(document, stored.read(document.path), selected),
      ),
    );
  }

  batch(): MemoryBatch {
    return new MemoryBatch(this.#client);
  }

  bulkWriter(): MemoryBulkWriter {
    return new MemoryBulkWriter(this.#client);
  }

  /** Deletes what exists when it begins, document by document. */
  async recursiveDelete(
    target: MemoryCollection | MemoryDocument,
    writer = this.bulkWriter(),
  ): Promise<void> {
    const { documents, operate } = this.#client;
    const found = await operate(() => {
      const isIn = (path: string) => path === target.path || path.startsWith(`${target.path}/`);
      return [...documents.all()].map(({ path }) => path).filter(isIn);
    });
    const deleted = found.map((path) => writer.delete(this.doc(path)));
    await writer.flush();
    await Promise.all(deleted);
  }

  async runTransaction<T>(
    work: (transaction: MemoryTransaction) => Promise<T>,
    { maxAttempts = DEFAULT_ATTEMPTS, ...others }: { maxAttempts?: number } = {},
  ): Promise<T> {
    const [unknown] = Object.keys(others);
    if (unknown !== undefined)
      throw new Error(`memoryFirestore has no transaction option ${unknown}`);
    for (let attempt = 1; ; attempt += 1) {
      const transaction = new MemoryTransaction(this.#client);
      const result = await work(transaction);
      try {
        await this.#client.operate(() => {
          this.#commit(transaction, transaction.writes);
        });
        return result;
      } catch (error) {
        if (attempt >= maxAttempts || !isAborted(error)) throw error;
      }
    }
  }

  #commit(transaction: MemoryTransaction, writes: readonly Write[]): void {
    if (!transaction.isUnchanged()) {
      throw firestoreError(ABORTED, 'A document that the transaction read has changed.');
    }
    if (writes.length === 0) return;
    this.#client.documents.checkWritable(writes);
    this.#client.documents.commit(writes, this.#now());
  }
}
