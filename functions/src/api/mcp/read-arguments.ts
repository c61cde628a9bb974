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
    return [[name, typeof value === 'string' ? readText(value, types.get(name)) : value] as const];
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

function readText(text: string, type: unknown): unknown {
  if (type === 'array') return listIn(text) ?? [text];
  if (type === 'boolean') return valueOf(text.trim().toLowerCase(), type);
  return valueOf(type === 'string' ? text : text.trim(), type);
}

/** Parses a text as a JSON list. Returns null for any other text, such as `[sic]`. */
function listIn(text: string): unknown[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  const read = parseJson(text);
  return Array.isArray(read) ? read : null;
}
