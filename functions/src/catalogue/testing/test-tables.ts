export type TableRows = Record<string, string | null>[];

interface TableReader {
  rows: (query: string) => Promise<readonly (readonly unknown[])[]>;
  /** SQL query for the names of all tables except derived tables. */
  names: string;
  columnsOf: (table: string) => string;
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

/** Returns the rows of every table in a fixed order. */
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
