export type ListColumns = Readonly<Record<string, 'text' | 'integer'>>;

/** What a catalogue has. */
export interface Catalogued {
  episodes: number;
  bytes: number;
}

/** SQL that differs between the engines. Both use the parameters `$1`, `$2` … */
export interface Dialect {
  /** A digest has 16 bytes; `newId` is auto-incremented. */
  types: Record<'text' | 'integer' | 'digest' | 'newId', string>;
  tableOptions: string;
  hex: (bytes: string) => string;
  unhex: (text: string) => string;
  /** SQL condition after a column: its value is in the list parameter. */
  among: (list: string) => string;
  /** SQL table expression with the rows of the list parameter. */
  table: (list: string, columns: ListColumns) => string;
  /** SQL clause after a SELECT that locks the rows, and skips rows that others have locked. */
  skipLocked: (table: string) => string;
  /** SQL expression for the bytes of a file; 0 for a server. */
  bytesUsed: string;
  /** Shows that only people added stop growing when the catalogue has this much. */
  growsUntil: Catalogued;
}

export const SQLITE: Dialect = {
  types: { text: 'TEXT', integer: 'INTEGER', digest: 'BLOB', newId: 'INTEGER' },
  tableOptions: ' STRICT',
  hex: (bytes) => `lower(hex(${bytes}))`,
  unhex: (text) => `unhex(${text})`,
  among: (list) => `IN (SELECT value FROM json_each(${list}))`,
  table: (list, columns) =>
    `(SELECT ${Object.keys(columns)
      .map((name, at) => `value ->> ${at} AS ${name}`)
      .join(', ')} FROM json_each(${list}))`,
  skipLocked: () => '', // a writer locks the whole file
  bytesUsed: `(SELECT (page_count - freelist_count) * page_size
    FROM pragma_page_count, pragma_freelist_count, pragma_page_size)`,
  // Instances of 1 GiB have two copies of the file in memory while they update it.
  growsUntil: { episodes: 80_000, bytes: 400_000_000 },
};

const POSTGRES_TYPES = {
  text: 'text',
  integer: 'bigint',
  digest: 'bytea',
  newId: 'bigint GENERATED ALWAYS AS IDENTITY',
};

export const POSTGRES: Dialect = {
  types: POSTGRES_TYPES,
  tableOptions: '',
  hex: (bytes) => `encode(${bytes}, 'hex')`,
  unhex: (text) => `decode(${text}, 'hex')`,
  among: (list) => `= ANY (${list}::text[]::bigint[])`,
  table: (list, columns) =>
    `(SELECT ${Object.entries(columns)
      .map(([name, type], at) => `(value ->> ${at})::${POSTGRES_TYPES[type]} AS ${name}`)
      .join(', ')} FROM jsonb_array_elements(nullif(${list}::jsonb, '{}')))`,
  skipLocked: (table) => `FOR UPDATE OF ${table} SKIP LOCKED`,
  bytesUsed: '0',
  growsUntil: { episodes: 1_600_000, bytes: Infinity },
};
