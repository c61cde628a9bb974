import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import { log } from '../../platform/log.ts';
import type { SqliteDatabase, SqliteFile } from '../engines/sqlite/sqlite-database.ts';
import { sqliteContents } from '../engines/sqlite/sqlite-catalogue.ts';
import { catalogueBucket, type StorageAccess } from './catalogue-bucket.ts';
import { openSqliteFile } from '../engines/sqlite/open-sqlite-file.ts';

/** When the bucket is asked, and for how long a reader waits for it. Milliseconds. */
export interface ObjectPacing {
  /** From one query to the next. */
  checkEveryMs: number;
  /** The same while there is no copy at all. */
  retryEveryMs: number;
  /** How long the one reader whose turn it is to ask waits for the answer. */
  patienceMs: number;
  /** The same when the copy was last confirmed `agedAfterMs` ago or longer. */
  agedPatienceMs: number;
  agedAfterMs: number;
}

const PACING: ObjectPacing = {
  checkEveryMs: MINUTE_MS,
  retryEveryMs: 2_000,
  patienceMs: 500,
  agedPatienceMs: 3_000,
  agedAfterMs: 15 * MINUTE_MS,
};

/**
 * A catalogue that is read from a copy of an object in a bucket.
 *
 * At most once a minute, and only when somebody reads, the bucket is asked for a newer generation. A
 * newer one is unpacked beside the copy in use, opened and read once, and only then takes its place;
 * the searches under way end with the old one. Whoever asks waits a
 * moment for the answer instead of leaving all of it to the background: between two requests an
 * instance has no processor, so that work nobody waits for would never end where visitors are rare.
 *
 * Where there is no object yet, the catalogue is empty. When the bucket cannot be reached or holds
 * something unusable, the copy in use stays.
 *
 * @param folder Where the copies are kept, empty; removed by `close`.
 */
export function openCatalogueObject(
  url: string,
  access: StorageAccess,
  pacing: ObjectPacing = PACING,
  folder = mkdtempSync(path.join(tmpdir(), 'earshot-catalogue-')),
): SqliteDatabase {
  const object = catalogueBucket(url, access);
  let current: Copy | undefined;
  /** The newest generation seen, also when it could not be used: it is not fetched twice. */
  let known: string | null = null;
  let copies = 0;
  let askedAtMs = -Infinity;
  let confirmedAtMs: number | null = null;
  let asking: Promise<void> | undefined;
  let failure: unknown;

  function newCopy(): Copy {
    copies += 1;
    const file = path.join(folder, `${copies}.db`);
    return { file, generation: null, database: openSqliteFile(`file:${file}`) };
  }

  function use(copy: Copy): void {
    try {
      sqliteContents(copy.database);
    } catch (error) {
      void discard(copy);
      throw error;
    }
    if (current !== undefined) void discard(current);
    current = copy;
  }

  async function fetchNewer(): Promise<void> {
    const copy = newCopy();
    const answer = await object.fetchNewer(known, copy.file).catch((error: unknown) => {
      void discard(copy);
      throw error;
    });
    if ('generation' in answer) known = copy.generation = answer.generation;
    if (answer.kind === 'fetched' || (answer.kind === 'missing' && current === undefined)) {
      use(copy);
      return;
    }
    void discard(copy);
    if (answer.kind !== 'unchanged') {
      throw new AppError('upstream-unavailable', `${url} is ${answer.kind}`);
    }
    if (current?.generation !== known) throw failure; // what is there was of no use when it came
  }

  async function ask(): Promise<void> {
    askedAtMs = Date.now();
    try {
      await fetchNewer();
      confirmedAtMs = Date.now();
    } catch (error) {
      failure = error;
      log('warn', 'catalogue-not-updated', { reason: reasonOf(error), confirmedAtMs });
    } finally {
      asking = undefined;
    }
  }

  async function first(): Promise<void> {
    if (asking === undefined && Date.now() - askedAtMs >= pacing.retryEveryMs) asking = ask();
    await asking;
    if (current !== undefined) return;
    throw new AppError('upstream-unavailable', 'There is no copy of the catalogue yet', {
      cause: failure,
      retryAfterMs: pacing.retryEveryMs,
    });
  }

  return {
    async ready() {
      if (current === undefined) return first();
      if (asking !== undefined || Date.now() - askedAtMs < pacing.checkEveryMs) return;
      const aged = confirmedAtMs === null || Date.now() - confirmedAtMs >= pacing.agedAfterMs;
      asking = ask();
      await within(aged ? pacing.agedPatienceMs : pacing.patienceMs, asking);
    },
    connection() {
      if (current === undefined) throw new AppError('internal', `${url} was not ready`);
      return current.database.connection();
    },
    async search(work, signal) {
      if (current === undefined) throw new AppError('internal', `${url} was not ready`);
      return current.database.search(work, signal);
    },
    async idle() {
      await current?.database.idle();
    },
    checkedAtMs: () => confirmedAtMs,
    close() {
      const removed = current === undefined ? Promise.resolve() : discard(current);
      current = undefined;
      void removed.then(() => rmSync(folder, { recursive: true, force: true }));
    },
  };
}

interface Copy {
  file: string;
  /** Null for the empty one that stands for no object. */
  generation: string | null;
  database: SqliteFile;
}

/**
 * Closes a copy and, when no search reads it any more, gives its space back. Emptied first: libsql holds a closed file open until its
 * statements are collected, and in the cloud a file takes up memory for as long.
 */
async function discard({ file, database }: Copy): Promise<void> {
  database.close();
  await database.idle();
  for (const part of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      truncateSync(part);
    } catch {
      // It was never there.
    }
    rmSync(part, { force: true });
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const enough = new AbortController();
  try {
    await Promise.race([work, pause(ms, undefined, { signal: enough.signal })]);
  } finally {
    enough.abort();
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
