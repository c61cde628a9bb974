export type ListColumns = Readonly<Record<string, 'text' | 'integer'>>;

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
};
