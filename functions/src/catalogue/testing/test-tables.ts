/** A table's rows as an engine prints their values, by the names of the columns. */
export type TableRows = Record<string, string | null>[];

/** How an engine is asked what stands in its tables. */
interface TableReader {
  rows: (query: string) => Promise<unknown[][]>;
  /** A statement for the names of all tables but those that the engine makes of others. */
  names: string;
  /** A statement for the names of a table's columns. */
  columnsOf: (table: string) => string;
  /** A value as text. */
  print: (column: string) => string;
}

export const SQLITE_TABLES: Omit<TableReader, 'rows'> = {
  names: `SELECT name FROM sqlite_schema WHERE type = 'table' AND instr(name, '_fts') = 0`,
  columnsOf: (table) => `SELECT name FROM pragma_table_info('${table}')`,
  print: (column) => `nullif(quote(${column}), 'NULL')`,
};

export const POSTGRES_TABLES: Omit<TableReader, 'rows'> = {
  names: `SELECT relname::text FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
    AND relnamespace = current_schema()::regnamespace`,
  columnsOf: (table) => `SELECT attname::text FROM pg_attribute
    WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped`,
  print: (column) => `${column}::text`,
};

/** All that stands in a catalogue's tables, in no order that tells anything. */
export async function rowsOfTables(reader: TableReader): Promise<Record<string, TableRows>> {
  const tables: Record<string, TableRows> = {};
  for (const [table] of (await reader.rows(reader.names)) as [string][]) {
    const columns = ((await reader.rows(reader.columnsOf(table))) as [string][]).flat();
    const printed = `SELECT ${columns.map(reader.print).join(', ')} FROM ${table}`;
    const rows = (await reader.rows(printed)) as (string | null)[][];
    tables[table] = rows
      .sort((left, right) => left.join().localeCompare(right.join()))
      .map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])));
  }
  return tables;
}
