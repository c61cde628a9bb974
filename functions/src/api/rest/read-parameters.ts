import * as z from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { Operation } from '../operations/operation.ts';

const objectSchema = z.record(z.string(), z.unknown());

/** Returns the names of a path's fields, such as `['id']` for `/alerts/{id}`. */
export function pathFields(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Returns the fields in the path, or null if the path does not fit the template. */
export function matchPath(template: string, path: string): Record<string, string> | null {
  const pattern = template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const match = new RegExp(`^${pattern}$`).exec(path);
  return match === null ? null : { ...match.groups };
}

/** Reads the fields of a request without validating their values. Throws 'invalid-request'. */
export function readGiven(
  { method, request }: Operation,
  inPath: Record<string, string>,
  { query, body }: { query: URLSearchParams; body: Uint8Array },
): Record<string, unknown> {
  const isInQuery = method === 'GET' || method === 'DELETE';
  if (!isInQuery && query.size > 0) {
    throw new AppError('invalid-request', 'send the fields in the body, not in the address');
  }
  const given = isInQuery ? readQuery(query, request) : readBody(body);
  const twice = Object.keys(given).find((name) => Object.hasOwn(inPath, name));
  if (twice !== undefined) throw new AppError('invalid-request', `${twice}: is in the path`);
  return { ...given, ...inPath };
}

function readBody(body: Uint8Array): Record<string, unknown> {
  if (body.byteLength === 0) return {};
  const read = objectSchema.safeParse(parseJson(body));
  if (!read.success) throw new AppError('invalid-request', 'the body must be a JSON object');
  return read.data;
}

/** A text that cannot be converted to the type of its field stays unchanged, so that the schema refuses it. */
function readQuery(query: URLSearchParams, request: z.ZodObject): Record<string, unknown> {
  const fields = fieldTypes(request);
  const given = [...new Set(query.keys())].map((name): [string, unknown] => {
    const type = fields.get(name);
    const [first = '', ...others] = query.getAll(name);
    if (type === 'array') return [name, [first, ...others]];
    if (others.length > 0) throw new AppError('invalid-request', `${name}: is given twice`);
    return [name, valueOf(first, type)];
  });
  return Object.fromEntries(given);
}

export function valueOf(text: string, type: unknown): unknown {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const isNumber = type === 'integer' || type === 'number';
  return isNumber && /^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : text;
}

type FieldTypes = ReadonlyMap<string, unknown>;

const typesKept = new WeakMap<z.ZodObject, FieldTypes>();

export function fieldTypes(schema: z.ZodObject): FieldTypes {
  const known = typesKept.get(schema);
  if (known !== undefined) return known;
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  const types = new Map(
    Object.entries(properties).map(([name, property]) => [
      name,
      typeof property === 'object' ? property.type : undefined,
    ]),
  );
  typesKept.set(schema, types);
  return types;
}
