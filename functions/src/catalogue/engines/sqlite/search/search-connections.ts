import Database from 'libsql/promise';
import { AppError } from '../../../../platform/app-error.ts';
import { setStatementThreads } from '../../../../platform/environment.ts';
import { sqliteCode } from '../sqlite-errors.ts';

/** Max concurrent searches. While some of them read, the main thread prepares and encodes others. */
export const CONNECTIONS = 4;
/** One thread per connection, doubled because aborted searches may still be running. */
setStatementThreads(2 * CONNECTIONS);
/** Max uncached statements, some kilobytes each, before a connection is replaced. */
const MAX_USED = 100;
const CACHE_KIB = 16_384;
const BUSY_TIMEOUT_MS = 10_000;
/** An interrupt is repeated until the search ends, because it has no effect between two statements. */
const INTERRUPT_EVERY_MS = 20;
/** Integers are bound as BigInt, because libsql binds numbers as reals. */
export type SqlValue = string | bigint;

/** Statements run on a thread of libsql. */
export interface SearchConnection {
  /**
   * Returns the only value of the statement, parsed as JSON. libsql computes a single row in one interruptible step
   * off the main thread. `isUsual` caches the prepared statement.
   */
  json(sql: string, values?: readonly SqlValue[], isUsual?: boolean): Promise<unknown>;
  rows(sql: string, values?: readonly SqlValue[]): Promise<unknown[][]>;
}

interface Statement {
  raw(): Statement;
  all(...values: SqlValue[]): Promise<unknown[][]>;
}

type SearchDatabase = Database & { inTransaction: boolean };

interface Opened {
  database: SearchDatabase;
  statements: Map<string, Promise<Statement>>;
  /**
   * Uncached statements, kept until the connection is closed. If one were garbage-collected earlier, the main thread
   * would wait up to a second for the statement that the connection is running.
   */
  used: unknown[];
}

export interface SearchConnections {
  /** Runs `work` in a snapshot. On abort, interrupts the statement and rejects with the signal's reason. */
  use<T>(work: (connection: SearchConnection) => Promise<T>, signal?: AbortSignal): Promise<T>;
  close(): void;
  idle(): Promise<void>;
}

export function searchConnections(file: string): SearchConnections {
  const free: Opened[] = [];
  const running = new Set<Promise<unknown>>();
  let isClosed = false;

  async function search<T>(
    work: (connection: SearchConnection) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const opened = free.pop() ?? (await open(file));
    const { database } = opened;
    const interrupt = () => database.interrupt();
    let again: NodeJS.Timeout | undefined;
    const end = () => {
      interrupt();
      again = setInterval(interrupt, INTERRUPT_EVERY_MS);
    };
    signal?.addEventListener('abort', end, { once: true });
    try {
      signal?.throwIfAborted();
      await database.exec('BEGIN');
      return await work(connectionOf(opened, signal));
    } catch (error) {
      if (sqliteCode(error) !== 'SQLITE_INTERRUPT') throw error;
      throw signal?.reason ?? new AppError('upstream-timeout', 'The search was ended');
    } finally {
      signal?.removeEventListener('abort', end);
      clearInterval(again);
      if (database.inTransaction) await database.exec('COMMIT');
      // There may be more connections than `CONNECTIONS` if a statement hangs, for example on disk access.
      const isFull = opened.used.length >= MAX_USED;
      if (isClosed || isFull || free.length >= CONNECTIONS) database.close();
      else free.push(opened);
    }
  }

  return {
    async use(work, signal) {
      const searched = search(work, signal);
      running.add(searched);
      try {
        return await searched;
      } finally {
        running.delete(searched);
      }
    },
    close() {
      isClosed = true;
      for (const { database } of free.splice(0)) database.close();
    },
    async idle() {
      await Promise.allSettled(running);
    },
  };
}

async function open(file: string): Promise<Opened> {
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS }) as SearchDatabase;
  await database.exec(`PRAGMA mmap_size = 0; PRAGMA cache_size = -${CACHE_KIB}`);
  return { database, statements: new Map(), used: [] };
}

function connectionOf(
  { database, statements, used }: Opened,
  signal?: AbortSignal,
): SearchConnection {
  async function prepare(sql: string): Promise<Statement> {
    const statement = (await database.prepare(sql)) as Statement;
    return statement.raw();
  }
  async function rows(sql: string, values: readonly SqlValue[] = [], isUsual = true) {
    signal?.throwIfAborted();
    const statement = statements.get(sql) ?? prepare(sql);
    if (isUsual) statements.set(sql, statement);
    try {
      return await (await statement).all(...values);
    } catch (error) {
      // Do not cache a failed preparation.
      statements.delete(sql);
      throw error;
    } finally {
      if (!statements.has(sql)) used.push(statement);
    }
  }
  return {
    rows,
    async json(sql, values, isUsual) {
      const [[value] = []] = await rows(sql, values, isUsual);
      return typeof value === 'string' ? (JSON.parse(value) as unknown) : value;
    },
  };
}
