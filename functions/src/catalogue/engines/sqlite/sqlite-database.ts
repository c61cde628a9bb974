import Database from 'libsql';
import { AppError } from '../../../platform/app-error.ts';
import type { SearchConnection, SearchConnections } from './search/search-connections.ts';

export type Connection = Database.Database;

/** A SQLite database that holds a catalogue, wherever it lives. */
export interface SqliteDatabase {
  /** As {@link Catalogue.ready}. */
  ready(): Promise<void>;
  /**
   * The connection to use now. Ask for it anew for every piece of work, and do not keep it across
   * an `await`: the database behind it can be replaced at any time. Throws an `AppError`
   * ('internal') when it cannot be opened.
   */
  connection(): Connection;
  /** Does a search's work off this thread: see {@link SearchConnections}. Throws as `connection` does. */
  search: SearchConnections['use'];
  idle: SearchConnections['idle'];
  /** As {@link Catalogue.checkedAtMs}. */
  checkedAtMs(): number | null;
  close(): void;
}

/** One that can be written to and is a file of its own. */
export interface SqliteFile extends SqliteDatabase {
  /** As {@link WritableCatalogue.startAnew}. */
  startAnew(): void;
}

/** The code SQLite gave an error ("SQLITE_BUSY"), or undefined if the error is not SQLite's. */
export function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && error.code.startsWith('SQLITE_')
    ? error.code
    : undefined;
}

/** A catalogue of which a part was found broken; `isDamaged` knows it. */
export class DamagedCatalogueError extends Error {
  override name = 'DamagedCatalogueError';
}

/** Whether an error, or one that caused it, says that the database is not one or is broken. */
export function isDamaged(error: unknown): boolean {
  if (error instanceof DamagedCatalogueError) return true;
  const code = sqliteCode(error);
  if (code !== undefined) return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB';
  return error instanceof Error && error.cause !== undefined && isDamaged(error.cause);
}

/** SQLite's calls are synchronous: each holds up its thread until it is done. */
export function settled<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => resolve(work()));
}

/** Does `work` and turns SQLite's failures into an `AppError` ('internal') with the cause kept. */
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

/** Searches, and turns SQLite's failures into an `AppError` ('internal') with the cause kept. */
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
 * Does `work` as one transaction that takes the write lock at once, waiting for another process's
 * if need be. Unlike libsql's own, it never hides the failure behind that of the rollback.
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

/** Does `work` on one state of the database, whatever other processes write meanwhile. */
export function inSnapshot<T>(connection: Connection, work: () => T): T {
  connection.exec('BEGIN');
  try {
    return work();
  } finally {
    if (connection.inTransaction) connection.exec('COMMIT');
  }
}

type Statement = Database.Statement;

const statements = new WeakMap<Connection, Map<string, Statement>>();

/**
 * The statement for `sql`, prepared once a connection. Read with `.all()`: libsql's `.get()` adds a
 * property of its own and ignores `pluck`. A number that must reach SQLite as an integer (a bound
 * on FTS5's rowid, above all) is bound as a BigInt: libsql binds every other number as a real.
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
