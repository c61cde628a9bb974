import type * as z from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { fieldTypes, valueOf } from '../rest/read-parameters.ts';
import { misspelledField } from './misspelled-field.ts';

/**
 * Converts a tool's arguments to the types of its schema. Assistants send numbers, booleans and lists as text, and
 * null or "null" for omitted fields. Values that cannot be converted stay unchanged, so that the schema refuses them.
 * Ignores fields that clients add for themselves, such as n8n's `toolCallId`. Throws 'invalid-request' if a field looks
 * like a misspelling of ours.
 */
export function readArguments(schema: z.ZodObject, given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given ?? {};
  const types = fieldTypes(schema);
  const read = Object.entries(given).flatMap(([name, value]: [string, unknown]) => {
    if (!types.has(name)) {
      requireForeign(name, [...types.keys()]);
      return [];
    }
    if (value === null || (value === 'null' && mayBeMissing(schema, name))) return [];
    return [[name, readValue(value, types.get(name))] as const];
  });
  return Object.fromEntries(read);
}

function requireForeign(name: string, ours: readonly string[]): void {
  const meant = misspelledField(name, ours);
  if (meant === null) return;
  throw new AppError('invalid-request', `${name}: there is no such field; did you mean ${meant}?`);
}

function mayBeMissing(schema: z.ZodObject, name: string): boolean {
  const { [name]: field } = schema.shape;
  return field !== undefined && (field as z.ZodType).safeParse(undefined).success;
}

function readValue(value: unknown, type: unknown): unknown {
  if (type === 'array') return readList(value);
  if (typeof value !== 'string') return value;
  if (type === 'boolean') return valueOf(value.trim().toLowerCase(), type);
  return valueOf(type === 'string' ? value : value.trim(), type);
}

/** Some clients write a list as text and then put that text into a list. */
function readList(value: unknown): unknown {
  if (typeof value === 'string') return withoutNull(listIn(value) ?? [value]);
  if (!Array.isArray(value)) return value;
  const entries = value as unknown[];
  return withoutNull(
    entries.flatMap((entry) => (typeof entry === 'string' ? (listIn(entry) ?? [entry]) : [entry])),
  );
}

function withoutNull(list: unknown[]): unknown[] {
  return list.filter((entry) => entry !== null);
}

/** Reads a text as a list of JSON, or of quoted texts as Python writes them. Null for other texts, such as `[sic]`. */
function listIn(text: string): unknown[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  const read = parseJson(text);
  return Array.isArray(read) ? read : pythonListIn(text);
}

const QUOTED = String.raw`'[^'\\]*'|"[^"\\]*"`;
const PYTHON_LIST = new RegExp(
  String.raw`^\s*\[\s*(?:${QUOTED})(?:\s*,\s*(?:${QUOTED}))*\s*\]\s*$`,
);

function pythonListIn(text: string): string[] | null {
  if (!PYTHON_LIST.test(text)) return null;
  return [...text.matchAll(new RegExp(QUOTED, 'g'))].map(([quoted]) => quoted.slice(1, -1));
}
