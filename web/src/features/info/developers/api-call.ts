import type { ApiField, ApiOperation } from './api-operations.ts';

export type Typed = Readonly<Record<string, string>>;

export interface ApiCall {
  method: string;
  /** Path and query. */
  address: string;
  /** JSON, absent for methods without a body. */
  body?: string;
}

/** Lists are typed with one value per line, because queries may contain commas. */
function valuesOf({ type }: ApiField, text: string): string[] {
  const lines = type === 'array' ? text.split('\n') : [text];
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

function jsonOf(field: ApiField, text: string): unknown {
  const [value = '', ...others] = valuesOf(field, text);
  if (field.type === 'array') return [value, ...others];
  if (field.type === 'boolean') return value === 'true';
  const number = Number(value);
  return field.type === 'string' || Number.isNaN(number) ? value : number;
}

/** Omits empty fields. */
export function apiCall({ method, path, fields }: ApiOperation, typed: Typed): ApiCall {
  const given = fields.filter((field) => valuesOf(field, typed[field.name] ?? '').length > 0);
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  let filled = path;
  for (const field of given) {
    const text = typed[field.name] ?? '';
    const values = valuesOf(field, text);
    if (field.part === 'path') {
      filled = filled.replace(`{${field.name}}`, encodeURIComponent(values[0] ?? ''));
    } else if (field.part === 'body') body[field.name] = jsonOf(field, text);
    else for (const value of values) query.append(field.name, value);
  }
  const address = query.size > 0 ? `${filled}?${query.toString()}` : filled;
  const hasBody = fields.some(({ part }) => part === 'body');
  return { method, address, ...(hasBody && { body: JSON.stringify(body) }) };
}

/** Writes the key as a shell variable, so that the shell's history does not contain the key. */
export function curlText({ method, address, body }: ApiCall, siteUrl: string): string {
  const parts = [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    '-H "Authorization: Bearer $EARSHOT_KEY"',
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
    quoted(siteUrl + address),
  ];
  return parts.join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
