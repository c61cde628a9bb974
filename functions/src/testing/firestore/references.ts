import { randomBytes } from 'node:crypto';
import { FieldPath, type Timestamp } from 'firebase-admin/firestore';
import type { FirestoreDocuments, Precondition, StoredDocument, Write } from './documents.ts';
import { firestoreError, INVALID_ARGUMENT, Loud } from './errors.ts';
import {
  type Cursor,
  findDocuments,
  OPERATORS,
  type Order,
  ordersOf,
  type QueryParts,
} from './find-documents.ts';
import { MemoryQuerySnapshot, MemorySnapshot } from './snapshots.ts';
import { compareStrings, fieldPath, type Segments, storedValue } from './values.ts';
import { creation, deletion, replacement, update } from './writes.ts';

const MAX_ID_BYTES = 1500;

export interface Client {
  documents: FirestoreDocuments;
  firestore: unknown;
  /** Pauses before and after the effect. */
  operate: <T>(effect: () => T) => Promise<T>;
  commit: (writes: readonly Write[]) => Promise<Timestamp[]>;
}

export type Snapshot = MemorySnapshot<MemoryDocument>;

/** Checks a path and its ids. Returns the last id. */
function idIn(path: unknown, kind: 'document' | 'collection'): string {
  if (typeof path !== 'string' || path === '') throw new Error(`"${String(path)}" is not a path.`);
  const ids = path.split('/');
  if (ids.includes('')) throw new Error(`The path "${path}" has an empty id.`);
  for (const id of ids) {
    const isReserved = id === '.' || id === '..' || /^__.*__$/.test(id);
    if (isReserved || Buffer.byteLength(id) > MAX_ID_BYTES) {
      throw firestoreError(INVALID_ARGUMENT, `The id "${id}" is invalid.`);
    }
  }
  const isDocument = ids.length % 2 === 0;
  if (isDocument !== (kind === 'document'))
    throw new Error(`"${path}" is not the path of a ${kind}.`);
  return ids.at(-1) ?? '';
}

export class MemoryDocument extends Loud {
  readonly path: string;
  readonly id: string;
  readonly #client: Client;

  constructor(client: Client, path: string) {
    super();
    this.id = idIn(path, 'document');
    this.path = path;
    this.#client = client;
  }

  get firestore(): unknown {
    return this.#client.firestore;
  }

  get parent(): MemoryCollection {
    return new MemoryCollection(this.#client, this.path.slice(0, this.path.lastIndexOf('/')));
  }

  collection(path: string): MemoryCollection {
    return new MemoryCollection(this.#client, `${this.path}/${path}`);
  }

  isEqual(other: unknown): boolean {
    return other instanceof MemoryDocument && other.path === this.path;
  }

  get(): Promise<Snapshot> {
    return this.#client.operate(
      () => new MemorySnapshot(this, this.#client.documents.read(this.path), null),
    );
  }

  create(data: unknown) {
    return this.#write(creation(this.path, data));
  }

  set(data: unknown, options?: object) {
    return this.#write(replacement(this.path, data, options));
  }

  update(...given: unknown[]) {
    return this.#write(update(this.path, given));
  }

  delete(precondition?: Precondition) {
    return this.#write(deletion(this.path, precondition));
  }

  async listCollections(): Promise<MemoryCollection[]> {
    const { documents, operate } = this.#client;
    const prefix = `${this.path}/`;
    const ids = await operate(() => {
      const below = [...documents.all()].filter(({ path }) => path.startsWith(prefix));
      return new Set(below.map(({ path }) => path.slice(prefix.length).split('/')[0] ?? ''));
    });
    return [...ids].sort(compareStrings).map((id) => this.collection(id));
  }

  async #write(write: Write): Promise<{ writeTime: Timestamp }> {
    const [writeTime] = await this.#client.commit([write]);
    return { writeTime: writeTime as Timestamp };
  }
}

type Parts = QueryParts & { selected: readonly Segments[] | null };

export class MemoryQuery extends Loud {
  readonly #client: Client;
  readonly #parts: Parts;

  constructor(client: Client, parts: Parts) {
    super();
    this.#client = client;
    this.#parts = parts;
  }

  get firestore(): unknown {
    return this.#client.firestore;
  }

  where(field: unknown, operator: string, value: unknown): MemoryQuery {
    const known = OPERATORS.find((each) => each === operator);
    const path = orderedPath(field);
    if (known === undefined || path === null) {
      throw new Error(`memoryFirestore does not filter with ${operator} or by names.`);
    }
    const filter = { path, operator: known, value: storedValue(value) };
    return this.#with({ filters: [...this.#parts.filters, filter] });
  }

  orderBy(field: unknown, direction: 'asc' | 'desc' = 'asc'): MemoryQuery {
    const order: Order = { path: orderedPath(field), isDescending: direction === 'desc' };
    if (this.#parts.from || this.#parts.until) throw new Error('Orders come before cursors.');
    return this.#with({ orders: [...this.#parts.orders, order] });
  }

  limit(limit: number): MemoryQuery {
    if (!Number.isInteger(limit)) throw new Error('A limit must be an integer.');
    return this.#with({ limit });
  }

  select(...fields: unknown[]): MemoryQuery {
    return this.#with({ selected: fields.map(fieldPath) });
  }

  startAt(...values: unknown[]): MemoryQuery {
    return this.#with({ from: { ...this.#cursor(values), isIncluded: true } });
  }

  startAfter(...values: unknown[]): MemoryQuery {
    return this.#with({ from: { ...this.#cursor(values), isIncluded: false } });
  }

  endBefore(...values: unknown[]): MemoryQuery {
    return this.#with({ until: { ...this.#cursor(values), isIncluded: false } });
  }

  count() {
    const { operate } = this.#client;
    return { get: () => operate(() => ({ data: () => ({ count: this.found().length }) })) };
  }

  get(): Promise<MemoryQuerySnapshot<Snapshot>> {
    return this.#client.operate(() => this.snapshotOf(this.found()));
  }

  found(): StoredDocument[] {
    const { documents } = this.#client;
    const { collection, collectionId } = this.#parts;
    const among =
      collection === null
        ? documents.inCollections(collectionId)
        : documents.inCollection(collection);
    return findDocuments(among, this.#parts);
  }

  snapshotOf(found: readonly StoredDocument[]): MemoryQuerySnapshot<Snapshot> {
    const { selected } = this.#parts;
    this.#client.documents.noteQuery(found.length);
    const docs = found.map(
      (stored) =>
        new MemorySnapshot(new MemoryDocument(this.#client, stored.path), stored, selected),
    );
    return new MemoryQuerySnapshot(docs);
  }

  #with(parts: Partial<Parts>): MemoryQuery {
    return new MemoryQuery(this.#client, { ...this.#parts, ...parts });
  }

  #cursor(values: readonly unknown[]): Pick<Cursor, 'values'> {
    const [first] = values;
    const { orders, collection } = this.#parts;
    if (first instanceof MemorySnapshot) {
      return {
        values: ordersOf(this.#parts).map(({ path }) => positionOf(first as Snapshot, path)),
      };
    }
    if (values.length > orders.length) throw new Error('A cursor has more values than orders.');
    return {
      values: values.map((value, at) => {
        if (orders[at]?.path !== null) return storedValue(value);
        if (value instanceof MemoryDocument) return value.path;
        if (collection === null) throw new Error('A cursor of a group takes a document.');
        return new MemoryDocument(this.#client, `${collection}/${String(value)}`).path;
      }),
    };
  }
}

function positionOf(snapshot: Snapshot, path: Segments | null): unknown {
  if (path === null) return snapshot.ref.path;
  const value = snapshot.get(new FieldPath(...path));
  if (value === undefined)
    throw new Error(`The field ${path.join('.')} is missing in the snapshot.`);
  return value;
}

export class MemoryCollection extends MemoryQuery {
  readonly path: string;
  readonly id: string;
  readonly #client: Client;

  constructor(client: Client, path: string) {
    const id = idIn(path, 'collection');
    super(client, { ...EVERYTHING, collectionId: id, collection: path });
    this.#client = client;
    this.path = path;
    this.id = id;
  }

  get parent(): MemoryDocument | null {
    const at = this.path.lastIndexOf('/');
    return at < 0 ? null : new MemoryDocument(this.#client, this.path.slice(0, at));
  }

  doc(...given: [string?]): MemoryDocument {
    const id = given.length === 0 ? randomBytes(10).toString('hex') : given[0];
    return new MemoryDocument(this.#client, `${this.path}/${id ?? ''}`);
  }
}

const EVERYTHING = {
  filters: [],
  orders: [],
  from: null,
  until: null,
  limit: Infinity,
  selected: null,
};

export function groupOf(client: Client, collectionId: string): MemoryQuery {
  if (collectionId === '' || collectionId.includes('/')) throw new Error('A group has one id.');
  return new MemoryQuery(client, { ...EVERYTHING, collectionId, collection: null });
}

function orderedPath(field: unknown): Segments | null {
  const isName =
    field === '__name__' || (field instanceof FieldPath && field.isEqual(FieldPath.documentId()));
  return isName ? null : fieldPath(field);
}
