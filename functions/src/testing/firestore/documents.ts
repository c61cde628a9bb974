import { Timestamp } from 'firebase-admin/firestore';
import {
  ALREADY_EXISTS,
  FAILED_PRECONDITION,
  firestoreError,
  NOT_FOUND,
  UNAVAILABLE,
} from './errors.ts';
import {
  checkSize,
  compareValues,
  type Fields,
  type Segments,
  storedValue,
  transformIn,
  valueAt,
  withValue,
} from './values.ts';

/** Immutable: each write replaces it, so that a reader can tell by identity whether it changed. */
export interface StoredDocument {
  readonly path: string;
  readonly fields: Fields;
  readonly createTime: Timestamp;
  readonly updateTime: Timestamp;
}

export interface Precondition {
  exists?: boolean | undefined;
  lastUpdateTime?: Timestamp | undefined;
}

export type Change = readonly [Segments, unknown];

export interface Write extends Precondition {
  path: string;
  kind: 'replace' | 'change' | 'delete';
  /** Values and transforms. An undefined value removes the field. */
  changes: readonly Change[];
}

/**
 * All documents of one database. Its clients share it.
 * @param copied Documents of another database, which stays as it is.
 */
export function firestoreDocuments(copied: Iterable<StoredDocument> = []) {
  /** By path. Empty ones stay. */
  const collections = new Map<string, Map<string, StoredDocument>>();
  const groups = new Map<string, Map<string, StoredDocument>[]>();
  let lastUs = 0;

  function collectionOf(documentPath: string): Map<string, StoredDocument> {
    const path = parentOf(documentPath);
    let found = collections.get(path);
    if (found === undefined) {
      found = new Map<string, StoredDocument>();
      collections.set(path, found);
      const id = path.slice(path.lastIndexOf('/') + 1);
      groups.set(id, [...(groups.get(id) ?? []), found]);
    }
    return found;
  }

  /** Each commit has its own microsecond, even if the clock does not advance. */
  function commitTime(nowMs: number): Timestamp {
    lastUs = Math.max(Math.floor(nowMs * 1000), lastUs + 1);
    return new Timestamp(Math.floor(lastUs / 1e6), (lastUs % 1e6) * 1000);
  }

  function read(path: string): StoredDocument | undefined {
    return collections.get(parentOf(path))?.get(path);
  }

  for (const document of copied) collectionOf(document.path).set(document.path, document);
  let watch: (deleted: StoredDocument) => void = () => undefined;
  let watchQuery: (found: number) => void = () => undefined;
  let isFailing: (path: string) => boolean = () => false;

  return {
    read,

    onDelete(watcher: (deleted: StoredDocument) => void): void {
      watch = watcher;
    },

    /** `found`: how many documents a query read. */
    onQuery(watcher: (found: number) => void): void {
      watchQuery = watcher;
    },

    noteQuery(found: number): void {
      watchQuery(found);
    },

    /** From now on, commits of clients that write such a path fail. */
    failWrites(fails: (path: string) => boolean): void {
      isFailing = fails;
    },

    checkWritable(writes: readonly Write[]): void {
      if (writes.some(({ path }) => isFailing(path))) {
        throw firestoreError(UNAVAILABLE, 'The service is currently unavailable.');
      }
    },

    inCollection: (path: string): Iterable<StoredDocument> => collections.get(path)?.values() ?? [],

    /** The documents of all collections with this id. */
    *inCollections(collectionId: string): Generator<StoredDocument> {
      for (const documents of groups.get(collectionId) ?? []) yield* documents.values();
    },

    *all(): Generator<StoredDocument> {
      for (const documents of collections.values()) yield* documents.values();
    },

    /** Applies all writes, or throws and applies none. */
    commit(writes: readonly Write[], nowMs: number): Timestamp {
      const at = commitTime(nowMs);
      const staged = new Map<string, StoredDocument | undefined>();
      for (const write of writes) {
        const { path } = write;
        const before = staged.has(path) ? staged.get(path) : read(path);
        check(write, before);
        staged.set(path, write.kind === 'delete' ? undefined : written(write, before, at));
      }
      for (const [path, document] of staged) {
        const documents = collectionOf(path);
        const before = documents.get(path);
        if (document === undefined) {
          documents.delete(path);
          if (before) watch(before);
        } else documents.set(path, document);
      }
      return at;
    },
  };
}

export type FirestoreDocuments = ReturnType<typeof firestoreDocuments>;

function parentOf(documentPath: string): string {
  return documentPath.slice(0, documentPath.lastIndexOf('/'));
}

function check({ path, exists, lastUpdateTime }: Write, before: StoredDocument | undefined): void {
  if (exists === false && before) throw firestoreError(ALREADY_EXISTS, `${path} already exists`);
  if (exists === true && !before) throw firestoreError(NOT_FOUND, `No document to update: ${path}`);
  if (lastUpdateTime === undefined) return;
  if (!before) throw firestoreError(NOT_FOUND, `No document to update: ${path}`);
  if (!before.updateTime.isEqual(lastUpdateTime)) {
    throw firestoreError(FAILED_PRECONDITION, `${path} has changed`);
  }
}

function written(
  { path, kind, changes }: Write,
  before: StoredDocument | undefined,
  at: Timestamp,
): StoredDocument {
  let fields: Fields = kind === 'change' && before ? before.fields : {};
  for (const [segments, value] of changes) {
    const transform = transformIn(value);
    fields = withValue(
      fields,
      segments,
      transform ? applied(transform, fields, segments, at) : value,
    );
  }
  checkSize(path, fields);
  return { path, fields, createTime: before?.createTime ?? at, updateTime: at };
}

function applied(
  { methodName, operand = 0, elements = [] }: NonNullable<ReturnType<typeof transformIn>>,
  fields: Fields,
  segments: Segments,
  at: Timestamp,
): unknown {
  const value = valueAt(fields, segments);
  const list: unknown[] = Array.isArray(value) ? value : [];
  const given = elements.map((each) => storedValue(each));
  const isIn = (all: unknown[], one: unknown) => all.some((each) => compareValues(each, one) === 0);
  switch (methodName) {
    case 'FieldValue.delete':
      return undefined;
    case 'FieldValue.serverTimestamp':
      return at;
    case 'FieldValue.increment':
      return (typeof value === 'number' ? value : 0) + operand;
    case 'FieldValue.arrayUnion':
      return given.reduce<unknown[]>((all, one) => (isIn(all, one) ? all : [...all, one]), list);
    case 'FieldValue.arrayRemove':
      return list.filter((each) => !isIn(given, each));
    default:
      throw new Error(`memoryFirestore does not have ${methodName}`);
  }
}
