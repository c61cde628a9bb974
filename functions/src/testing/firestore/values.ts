import { FieldPath, FieldValue, GeoPoint, Timestamp } from 'firebase-admin/firestore';
import { firestoreError, INVALID_ARGUMENT } from './errors.ts';

export interface Fields {
  readonly [name: string]: unknown;
}
export type Segments = readonly string[];

const MAX_DEPTH = 20;
const MAX_DOCUMENT_BYTES = 1_048_576;
const MAX_VALUE_BYTES = MAX_DOCUMENT_BYTES - 89;
const DOCUMENT_OVERHEAD_BYTES = 32;

export function isMap(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

interface Transform {
  methodName: string;
  operand?: number;
  elements?: unknown[];
}

/** Null for a value that is no `FieldValue`. */
export function transformIn(value: unknown): Transform | null {
  return value instanceof FieldValue ? (value as unknown as Transform) : null;
}

export function isDeletion(value: unknown): boolean {
  return transformIn(value)?.methodName === 'FieldValue.delete';
}

/** Copies a value as the SDK encodes it. Throws for undefined and for classes that Firestore does not know. */
export function storedValue(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new Error('The value is nested deeper than 20 levels or circular.');
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value;
  if (value === undefined) {
    throw new Error('Cannot use "undefined" as a Firestore value.');
  }
  if (value instanceof Timestamp) return microseconds(value);
  if (value instanceof Date) return Timestamp.fromDate(value);
  if (value instanceof GeoPoint) return value;
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (Array.isArray(value)) {
    return value.map((each: unknown) => {
      if (Array.isArray(each)) throw firestoreError(INVALID_ARGUMENT, 'Nested arrays');
      return storedValue(each, depth + 1);
    });
  }
  if (transformIn(value)) throw new Error('A FieldValue cannot be used here.');
  if (!isMap(value)) throw new Error(`Couldn't serialize ${Object.prototype.toString.call(value)}`);
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) copy[name] = storedValue(value[name], depth + 1);
  return copy;
}

/** Firestore drops fractions of a microsecond. */
function microseconds(at: Timestamp): Timestamp {
  const rest = at.nanoseconds % 1000;
  return rest === 0 ? at : new Timestamp(at.seconds, at.nanoseconds - rest);
}

/** A copy for the caller, who may change it. Classes that Firestore knows are immutable, except bytes. */
export function copyOf<T>(value: T): T {
  if (value instanceof Uint8Array) return Buffer.from(value) as unknown as T;
  if (Array.isArray(value)) return value.map(copyOf) as unknown as T;
  if (!isMap(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) copy[name] = copyOf(value[name]);
  return copy as T;
}

export function fieldPath(path: unknown): Segments {
  if (path instanceof FieldPath) return (path as unknown as { segments: string[] }).segments;
  if (typeof path !== 'string') throw new Error('A field path must be a string or a FieldPath.');
  const isValid = !/[*~/[\]]|\.\.|^\.|\.$|^$/.test(path);
  if (!isValid) throw new Error(`The field path "${path}" is invalid.`);
  return path.split('.');
}

export function valueAt(fields: unknown, segments: Segments): unknown {
  let value = fields;
  for (const name of segments) {
    if (!isMap(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Replaces the value at a path, and removes it if the value is undefined. */
export function withValue(fields: Fields, [name = '', ...rest]: Segments, value: unknown): Fields {
  const { [name]: before, ...others } = fields;
  if (rest.length === 0) return value === undefined ? others : { ...fields, [name]: value };
  if (!isMap(before) && value === undefined) return fields;
  return { ...fields, [name]: withValue(isMap(before) ? before : {}, rest, value) };
}

const NUMBER = 2;

/** Firestore's order of types. */
function rankOf(value: unknown): number {
  if (value === null) return 0;
  if (typeof value === 'boolean') return 1;
  if (typeof value === 'number') return NUMBER;
  if (value instanceof Timestamp) return 3;
  if (typeof value === 'string') return 4;
  if (value instanceof Uint8Array) return 5;
  if (value instanceof GeoPoint) return 7;
  return Array.isArray(value) ? 8 : 9;
}

export function isSameType(a: unknown, b: unknown): boolean {
  return rankOf(a) === rankOf(b);
}

export function compareStrings(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

export function compareValues(a: unknown, b: unknown): number {
  const byType = rankOf(a) - rankOf(b);
  if (byType !== 0 || a === b) return byType;
  if (typeof a === 'string') return compareStrings(a, b as string);
  if (typeof a === 'number' || typeof a === 'boolean') return Number(a) < Number(b) ? -1 : 1;
  if (a instanceof Timestamp) {
    const { seconds, nanoseconds } = b as Timestamp;
    return a.seconds - seconds || a.nanoseconds - nanoseconds;
  }
  if (a instanceof Uint8Array) return Buffer.compare(a, b as Uint8Array);
  if (Array.isArray(a)) return compareLists(a, b as unknown[]);
  if (!isMap(a) || !isMap(b)) throw new Error('memoryFirestore does not compare this type.');
  const entries = (map: Fields) =>
    Object.entries(map)
      .sort(([one], [other]) => compareStrings(one, other))
      .flat();
  return compareLists(entries(a), entries(b));
}

function compareLists(a: readonly unknown[], b: readonly unknown[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const order = compareValues(a[at], b[at]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Throws if the document is larger than 1 MiB, or a text or bytes in it than {@link MAX_VALUE_BYTES}. See https://firebase.google.com/docs/firestore/storage-size. */
export function checkSize(path: string, fields: Fields): void {
  const ofPath = path.split('/').reduce((sum, id) => sum + Buffer.byteLength(id) + 1, 16);
  // bytesOf counts the overhead of a map.
  const bytes = ofPath + bytesOf(fields);
  const isTooLong = (value: unknown) =>
    (typeof value === 'string' || value instanceof Uint8Array) && bytesOf(value) > MAX_VALUE_BYTES;
  if (bytes > MAX_DOCUMENT_BYTES || Object.values(fields).some(isTooLong)) {
    throw firestoreError(INVALID_ARGUMENT, `The document ${path} has ${bytes} bytes`);
  }
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 1;
  if (typeof value === 'boolean' || value === null) return 1;
  if (typeof value === 'number' || value instanceof Timestamp) return 8;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof GeoPoint) return 16;
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + bytesOf(each), 0);
  let bytes = DOCUMENT_OVERHEAD_BYTES;
  for (const [name, field] of Object.entries(value as Fields)) {
    bytes += Buffer.byteLength(name) + 1 + bytesOf(field);
  }
  return bytes;
}
