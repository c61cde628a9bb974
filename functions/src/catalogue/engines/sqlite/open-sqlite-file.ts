import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { AppError } from '../../../platform/app-error.ts';
import type { Connection, SqliteFile } from './sqlite-database.ts';
import { isDamaged, sqliteCode } from './sqlite-errors.ts';
import { type SearchConnections, searchConnections } from './search/search-connections.ts';
import { ensureSqliteSchema } from './sqlite-schema.ts';

/** Max wait for another process's write. */
const BUSY_TIMEOUT_MS = 10_000;
const CACHE_KIB = 32_768;
/** Size of the write-ahead log that causes a checkpoint, in pages of 4 KiB. */
const CHECKPOINT_PAGES = 8_000;

/** `file:///a/b.db` is absolute, `file:a/b.db` is relative to the working directory. */
export function sqlitePath(url: string): string {
  return path.resolve(url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length));
}

/** Returns '' if the file is missing. Includes the birth time, because inodes are reused. */
function identityOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${String(found.ino)} ${String(found.birthtimeNs)}`;
}

/** Retries, because SQLite's busy timeout does not apply to a change of the journal mode. The file stores the mode. */
function useWriteAheadLog(connection: Connection): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      connection.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (sqliteCode(error)?.startsWith('SQLITE_BUSY') !== true || attempt === 100) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function connect(file: string): Connection {
  mkdirSync(path.dirname(file), { recursive: true });
  const connection = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    useWriteAheadLog(connection);
    connection.exec('PRAGMA synchronous = NORMAL; PRAGMA mmap_size = 0');
    connection.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    connection.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    ensureSqliteSchema(connection);
    connection.exec('PRAGMA foreign_keys = ON');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Opens the file at the first use, and again after it was replaced or removed. */
export function openSqliteFile(url: string): SqliteFile {
  const file = sqlitePath(url);
  let open: Connection | undefined;
  let searches: SearchConnections | undefined;
  let seen = '';

  function close(): void {
    searches?.close();
    if (open === undefined) return;
    try {
      // Checkpoints the log here, because libsql closes a connection only when its statements are garbage-collected.
      open.pragma('wal_checkpoint(TRUNCATE)');
    } catch {
      // Without a checkpoint, the next connection reads the log.
    }
    open.close();
    open = undefined;
  }

  function connection(): Connection {
    if (open !== undefined && seen === identityOf(file)) return open;
    close();
    try {
      open = connect(file);
      searches = searchConnections(file);
      seen = identityOf(file);
      return open;
    } catch (error) {
      seen = identityOf(file);
      const reason = isDamaged(error)
        ? 'is damaged; the next refresh puts it aside'
        : reasonOf(error);
      throw new AppError('internal', `The catalogue ${file} ${reason}`, { cause: error });
    }
  }

  return {
    ready: () => Promise.resolve(),
    checkedAtMs: () => null,
    connection,
    async search(work, signal) {
      connection();
      searches ??= searchConnections(file);
      return searches.use(work, signal);
    },
    idle: async () => searches?.idle(),
    startAnew() {
      close();
      if (seen !== identityOf(file)) return; // another process has replaced it
      // The log of the old database would corrupt the new one.
      for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
      if (existsSync(file)) renameSync(file, `${file}.corrupt`);
    },
    close,
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
