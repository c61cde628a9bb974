import Database from 'libsql';
import { AppError } from '../../../platform/app-error.ts';
import type { SearchConnection, SearchConnections } from './search/search-connections.ts';
import { sqliteCode } from './sqlite-errors.ts';

export type Connection = Database.Database;

/** A database file, or a local copy of an object in a bucket. */
export interface SqliteDatabase {
  ready(): Promise<void>;
  /** Do not keep the connection across an `await`, because it may be replaced. Throws 'internal' on failure. */
  connection(): Connection;
  /** Runs searches off the main thread ({@link SearchConnections}). Fails like `connection`. */
  search: SearchConnections['use'];
  idle: SearchConnections['idle'];
  checkedAtMs(): number | null;
  close(): void;
}

export interface SqliteFile extends SqliteDatabase {
  startAnew(): void;
}

/** Turns an exception of synchronous work into a rejection. The work blocks the thread. */
export function settled<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => resolve(work()));
}

export function reading<T>(database: SqliteDatabase, work: (connection: Connection) => T): T {
  try {
    return work(database.connection());
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error: unknown): unknown {
  if (sqliteCode(error) === undefined) return error;
  return new AppError('internal', 'The catalogue cannot be read', { cause: error });
}

export async function searching<T>(
  database: SqliteDatabase,
  work: (connection: SearchConnection) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await database.search(work, signal);
  } catch (error) {
    throw unreadable(error);
  }
}

/**
 * Takes the write lock at the start (BEGIN IMMEDIATE), and waits for other processes. Unlike in libsql's
 * `transaction`, a failed rollback does not hide the original error.
 */
export function inTransaction<T>(connection: Connection, work: () => T): T {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** Runs `work` in a read transaction. Throws if `work` writes. */
export function inSnapshot<T>(connection: Connection, work: () => T): T {
  connection.exec('BEGIN');
  try {
    // Counts changes, because after `PRAGMA query_only` SQLite would prepare every statement again.
    const before = totalChanges(connection);
    const result = work();
    if (totalChanges(connection) === before) return result;
    throw new AppError('internal', 'What is read must not write');
  } finally {
    if (connection.inTransaction) connection.exec('ROLLBACK');
  }
}

export function totalChanges(connection: Connection): number {
  const rows = prepared(connection, 'SELECT total_changes()').raw().all() as number[][];
  return rows[0]?.[0] ?? 0;
}

type Statement = Database.Statement;

const columns = new WeakMap<Statement, readonly string[]>();

export function columnsOf(statement: Statement): readonly string[] {
  const known = columns.get(statement);
  if (known !== undefined) return known;
  const names = statement.columns().map(({ name }) => name);
  columns.set(statement, names);
  return names;
}

const statements = new WeakMap<Connection, Map<string, Statement>>();

/**
 * Caches prepared statements. Use `.all()`, because libsql's `.get()` adds a property and ignores `pluck`. Where
 * SQLite requires integers (rowid of FTS5), bind BigInts, because libsql binds numbers as reals.
 */
export function prepared(connection: Connection, sql: string): Statement {
  let known = statements.get(connection);
  if (known === undefined) statements.set(connection, (known = new Map<string, Statement>()));
  let statement = known.get(sql);
  if (statement === undefined) {
    statement = connection.prepare(sql.replaceAll(/\$(?=\d)/g, '?'));
    known.set(sql, statement);
  }
  return statement;
}
