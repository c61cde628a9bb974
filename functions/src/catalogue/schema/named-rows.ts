import type * as z from 'zod';

export interface Found {
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
}

export const NOTHING_FOUND: Found = { columns: [], rows: [] };

/** Returns rows as objects: the column `next_fetch_at_ms` becomes the field `nextFetchAtMs`. */
export function namedRows<Row>(schema: z.ZodType<Row>, { columns, rows }: Found): Row[] {
  const fields = fieldsOf(columns);
  return rows.map((values) => {
    // Three times as fast as `Object.fromEntries`.
    const row: Record<string, unknown> = {};
    for (let at = 0; at < fields.length; at += 1) row[fields[at] ?? ''] = values[at];
    return schema.parse(row);
  });
}

/** Keyed by array identity: SQLite's prepared statements reuse their array of columns. */
const known = new WeakMap<readonly string[], readonly string[]>();

function fieldsOf(columns: readonly string[]): readonly string[] {
  const before = known.get(columns);
  if (before !== undefined) return before;
  const fields = columns.map(fieldOf);
  if (new Set(fields).size < fields.length) {
    throw new Error(`Two columns have the same name: ${columns.join(', ')}`);
  }
  known.set(columns, fields);
  return fields;
}

function fieldOf(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
