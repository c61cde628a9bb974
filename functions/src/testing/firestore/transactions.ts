import type { Precondition, StoredDocument, Write } from './documents.ts';
import { ABORTED, Loud } from './errors.ts';
import { type Client, MemoryDocument, type MemoryQuery, type Snapshot } from './references.ts';
import { MemorySnapshot } from './snapshots.ts';
import { fieldPath } from './values.ts';
import { creation, deletion, replacement, update } from './writes.ts';

/** Collects writes for one commit. */
class MemoryWrites extends Loud {
  readonly writes: Write[] = [];

  create(document: MemoryDocument, data: unknown): this {
    return this.#add(creation(document.path, data));
  }

  set(document: MemoryDocument, data: unknown, options?: object): this {
    return this.#add(replacement(document.path, data, options));
  }

  update(document: MemoryDocument, ...given: unknown[]): this {
    return this.#add(update(document.path, given));
  }

  delete(document: MemoryDocument, precondition?: Precondition): this {
    return this.#add(deletion(document.path, precondition));
  }

  #add(write: Write): this {
    this.writes.push(write);
    return this;
  }
}

export class MemoryBatch extends MemoryWrites {
  readonly #client: Client;
  #isCommitted = false;

  constructor(client: Client) {
    super();
    this.#client = client;
  }

  async commit(): Promise<unknown[]> {
    if (this.#isCommitted) throw new Error('Cannot modify a WriteBatch that has been committed.');
    this.#isCommitted = true;
    return this.#client.commit(this.writes);
  }
}

/** Fails to commit if a document or the result of a query that it read has changed. */
export class MemoryTransaction extends MemoryWrites {
  readonly #client: Client;
  readonly #isUnchanged: (() => boolean)[] = [];

  constructor(client: Client) {
    super();
    this.#client = client;
  }

  async get(from: MemoryDocument | MemoryQuery): Promise<unknown> {
    this.#checkOrder();
    if (from instanceof MemoryDocument) return (await this.getAll(from))[0];
    return this.#client.operate(() => {
      const seen = from.found();
      this.#isUnchanged.push(() => isSame(seen, from.found()));
      return from.snapshotOf(seen);
    });
  }

  async getAll(...given: unknown[]): Promise<Snapshot[]> {
    this.#checkOrder();
    return this.#client.operate(() => {
      const { documents, selected } = requested(given);
      return documents.map((document) => {
        const seen = this.#client.documents.read(document.path);
        this.#isUnchanged.push(() => this.#client.documents.read(document.path) === seen);
        return new MemorySnapshot(document, seen, selected);
      });
    });
  }

  isUnchanged(): boolean {
    return this.#isUnchanged.every((check) => check());
  }

  #checkOrder(): void {
    if (this.writes.length === 0) return;
    throw new Error('Firestore transactions require all reads to be executed before all writes.');
  }
}

function isSame(seen: readonly StoredDocument[], found: readonly StoredDocument[]): boolean {
  return seen.length === found.length && seen.every((document, at) => document === found[at]);
}

/** The last argument of `getAll` may have options. */
export function requested(given: readonly unknown[]) {
  const documents = given.filter((each) => each instanceof MemoryDocument);
  const options =
    given.length > documents.length ? (given.at(-1) as { fieldMask?: unknown[] }) : {};
  const known = documents.length + Number(given.length > documents.length);
  if (documents.length === 0 || known !== given.length) {
    throw new Error('getAll() takes documents and options.');
  }
  return { documents, selected: options.fieldMask?.map(fieldPath) ?? null };
}

export function isAborted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === ABORTED;
}

/** Bulk writes are independent of each other: each has its own result, in any order. */
export class MemoryBulkWriter extends Loud {
  readonly #client: Client;
  readonly #pending = new Set<Promise<unknown>>();
  #onResult: (document: MemoryDocument, result: unknown) => void = () => undefined;

  constructor(client: Client) {
    super();
    this.#client = client;
  }

  onWriteResult(onResult: (document: MemoryDocument, result: unknown) => void): void {
    this.#onResult = onResult;
  }

  create = (document: MemoryDocument, data: unknown) =>
    this.#write(document, creation(document.path, data));

  set = (document: MemoryDocument, data: unknown, options?: object) =>
    this.#write(document, replacement(document.path, data, options));

  update = (document: MemoryDocument, ...given: unknown[]) =>
    this.#write(document, update(document.path, given));

  delete = (document: MemoryDocument, precondition?: Precondition) =>
    this.#write(document, deletion(document.path, precondition));

  async flush(): Promise<void> {
    await Promise.allSettled([...this.#pending]);
  }

  close(): Promise<void> {
    return this.flush();
  }

  #write(document: MemoryDocument, write: Write): Promise<unknown> {
    const written = this.#client.commit([write]).then(([writeTime]) => {
      this.#onResult(document, { writeTime });
      return { writeTime };
    });
    this.#pending.add(written);
    const end = () => this.#pending.delete(written);
    // A rejection that nobody handles is no error: the SDK reports it to `onWriteError`.
    written.then(end, end);
    return written;
  }
}
