import type * as z from 'zod';

/** The rows that a statement found, in the form of the drivers: values in the order of the columns. */
export interface Found {
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
}

export const NOTHING_FOUND: Found = { columns: [], rows: [] };

/** Rows by name: the column `next_fetch_at_ms` is the field `nextFetchAtMs`. */
export function namedRows<Row>(schema: z.ZodType<Row>, { columns, rows }: Found): Row[] {
  const fields = fieldsOf(columns);
  return rows.map((values) => {
    // `Object.fromEntries` would take three times as long.
    const row: Record<string, unknown> = {};
    for (let at = 0; at < fields.length; at += 1) row[fields[at] ?? ''] = values[at];
    return schema.parse(row);
  });
}

/** Cache of field names by the array of a statement's columns, which SQLite's prepared statements keep. */
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

/** The name of the column whose value a field has. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
