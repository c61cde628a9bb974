import type * as z from 'zod';

/** What a statement found, as drivers have it. */
export interface Found {
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
}

export const NOTHING_FOUND: Found = { columns: [], rows: [] };

/** Rows by name: the column `next_fetch_at_ms` is the field `nextFetchAtMs`. */
export function namedRows<Row>(schema: z.ZodType<Row>, { columns, rows }: Found): Row[] {
  const fields = columns.map(fieldOf);
  if (new Set(fields).size < fields.length) {
    throw new Error(`Two columns have the same name: ${columns.join(', ')}`);
  }
  return rows.map((values) => {
    // `Object.fromEntries` would take three times as long.
    const row: Record<string, unknown> = {};
    fields.forEach((field, at) => (row[field] = values[at]));
    return schema.parse(row);
  });
}

function fieldOf(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The name of the column whose value a field has. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
