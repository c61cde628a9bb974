import { type DocumentData, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';

/** Names of objects for values that JSON lacks. A stored map that has one of these names is wrapped as well. */
const TIME = '$time';
const BYTES = '$bytes';
const NUMBER = '$number';
const MAP = '$map';
const NAMES = [TIME, BYTES, NUMBER, MAP];

const taggedSchema = z.union([
  z.strictObject({ [TIME]: z.tuple([z.int(), z.int()]) }),
  z.strictObject({ [BYTES]: z.base64() }),
  z.strictObject({ [NUMBER]: z.enum(['NaN', 'Infinity', '-Infinity']) }),
  z.strictObject({ [MAP]: z.record(z.string(), z.unknown()) }),
]);

/** The fields of a document as JSON. Throws for a kind of value that no version of Earshot stores. */
export function fieldsToJson(fields: DocumentData): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toJson(value)]));
}

export function fieldsFromJson(fields: Readonly<Record<string, unknown>>): DocumentData {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fromJson(value)]));
}

function toJson(value: unknown): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number')
    return Number.isFinite(value) ? value : { [NUMBER]: String(value) };
  if (value instanceof Timestamp) return { [TIME]: [value.seconds, value.nanoseconds] };
  if (value instanceof Uint8Array) return { [BYTES]: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(toJson);
  if (!isPlain(value)) throw new Error(`A document holds a ${typeof value} that no backup knows`);
  const map = fieldsToJson(value);
  return Object.keys(map).some((name) => NAMES.includes(name)) ? { [MAP]: map } : map;
}

function fromJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value !== 'object' || value === null) return value;
  const [name = '', ...others] = Object.keys(value);
  if (others.length > 0 || !NAMES.includes(name)) {
    return fieldsFromJson(value as Record<string, unknown>);
  }
  const tagged: Partial<Record<string, unknown>> = taggedSchema.parse(value);
  const content = tagged[name];
  if (name === TIME) return new Timestamp(...(content as [number, number]));
  if (name === BYTES) return Buffer.from(content as string, 'base64');
  return name === NUMBER ? Number(content) : fieldsFromJson(content as Record<string, unknown>);
}

function isPlain(value: unknown): value is DocumentData {
  return typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
}
