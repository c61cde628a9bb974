import Database from 'libsql/promise';
import { AppError } from '../../../../platform/app-error.ts';
import { sqliteCode } from '../sqlite-database.ts';
import { SEARCH_INDEXES } from '../text-indexes.ts';

/** As of `openSqliteFile`. */
const CACHE_KIB = 32_768;
const BUSY_TIMEOUT_MS = 10_000;
/** An interrupt between two statements is lost, so it is repeated for as long as there is a search to end. */
const INTERRUPT_EVERY_MS = 20;
/** Places of words in each index, in FTS5's own view. They exist for the connection alone. */
const VIEWS = SEARCH_INDEXES.map(
  (index) => `CREATE VIRTUAL TABLE temp.${index}_places USING fts5vocab(main, ${index}, instance)`,
);

/** What is bound: a number that must reach SQLite as an integer is a BigInt. */
export type SqlValue = string | bigint;

/** A connection that one search has for itself; its statements run on a thread of their own. */
export interface SearchConnection {
  /** The same as long as the connection is open. */
  key: object;
  /**
   * What a statement's only value says, as JSON. Such a statement does its work in one step, which does
   * not hold up this thread and can be ended; further rows would be read on this one.
   * @param isUsual Whether it comes again, so that it is kept.
   */
  json(sql: string, values?: readonly SqlValue[], isUsual?: boolean): Promise<unknown>;
  /** The rows of a statement that has little to do for each. */
  rows(sql: string, values?: readonly SqlValue[]): Promise<unknown[][]>;
}

interface Statement {
  raw(): Statement;
  all(...values: SqlValue[]): Promise<unknown[][]>;
}

/** Its types lack what it has. */
type SearchDatabase = Database & { inTransaction: boolean };

interface Opened {
  database: SearchDatabase;
  statements: Map<string, Promise<Statement>>;
}

export interface SearchConnections {
  /**
   * Does the work on one state of the database. Once the signal has fired the statement under way is
   * ended and the next one does not begin; rejects with the signal's reason.
   */
  use<T>(work: (connection: SearchConnection) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Those in use are closed when their search is over. */
  close(): void;
  idle(): Promise<void>;
}

/** Connections to a file that is a catalogue, one for each search under way. */
export function searchConnections(file: string): SearchConnections {
  const free: Opened[] = [];
  const underWay = new Set<Promise<unknown>>();
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
      if (isClosed) database.close();
      else free.push(opened);
    }
  }

  return {
    async use(work, signal) {
      const searched = search(work, signal);
      underWay.add(searched);
      try {
        return await searched;
      } finally {
        underWay.delete(searched);
      }
    },
    close() {
      isClosed = true;
      for (const { database } of free.splice(0)) database.close();
    },
    async idle() {
      await Promise.allSettled(underWay);
    },
  };
}

async function open(file: string): Promise<Opened> {
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS }) as SearchDatabase;
  await database.exec(`PRAGMA mmap_size = 0; PRAGMA cache_size = -${CACHE_KIB}`);
  for (const view of VIEWS) await database.exec(view);
  return { database, statements: new Map() };
}

function connectionOf({ database, statements }: Opened, signal?: AbortSignal): SearchConnection {
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
      // One that could not be prepared would be refused for ever.
      statements.delete(sql);
      throw error;
    }
  }
  return {
    key: database,
    rows,
    async json(sql, values, isUsual) {
      const [[value] = []] = await rows(sql, values, isUsual);
      return typeof value === 'string' ? (JSON.parse(value) as unknown) : value;
    },
  };
}
