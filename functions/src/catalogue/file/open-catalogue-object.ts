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

/** All values are milliseconds. */
export interface ObjectPacing {
  checkEveryMs: number;
  /** Interval of retries while there is no copy. */
  retryEveryMs: number;
  /** How long the reader that starts a check waits for it. */
  patienceMs: number;
  /** Replaces `patienceMs` if the last successful check is at least `agedAfterMs` old. */
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
 * Opens a local copy of an object. Every `checkEveryMs`, a reader checks the bucket for a newer generation, which is
 * downloaded and verified before it replaces the copy. Running searches finish on the old copy. The reader waits
 * briefly for the check, because an instance has no CPU between requests. If the bucket is unreachable or the object
 * is corrupt, the old copy stays. Without an object, the catalogue is empty.
 * @param folder An empty folder for the copies; deleted by `close`.
 */
export function openCatalogueObject(
  url: string,
  access: StorageAccess,
  pacing: ObjectPacing = PACING,
  folder = mkdtempSync(path.join(tmpdir(), 'earshot-catalogue-')),
): SqliteDatabase {
  const object = catalogueBucket(url, access);
  let current: Copy | undefined;
  /** The last generation that was downloaded, even if it is unusable, so that it is not downloaded twice. */
  let known: string | null = null;
  let copies = 0;
  let checkStartedAtMs = -Infinity;
  let confirmedAtMs: number | null = null;
  let checking: Promise<void> | undefined;
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
    if (current?.generation !== known) throw failure; // the known generation is unusable
  }

  async function check(): Promise<void> {
    checkStartedAtMs = Date.now();
    try {
      await fetchNewer();
      confirmedAtMs = Date.now();
    } catch (error) {
      failure = error;
      log('warn', 'catalogue-not-updated', { reason: reasonOf(error), confirmedAtMs });
    } finally {
      checking = undefined;
    }
  }

  async function first(): Promise<void> {
    if (checking === undefined && Date.now() - checkStartedAtMs >= pacing.retryEveryMs)
      checking = check();
    await checking;
    if (current !== undefined) return;
    throw new AppError('upstream-unavailable', 'There is no copy of the catalogue yet', {
      cause: failure,
      retryAfterMs: pacing.retryEveryMs,
    });
  }

  return {
    async ready() {
      if (current === undefined) return first();
      if (checking !== undefined || Date.now() - checkStartedAtMs < pacing.checkEveryMs) return;
      const aged = confirmedAtMs === null || Date.now() - confirmedAtMs >= pacing.agedAfterMs;
      checking = check();
      await within(aged ? pacing.agedPatienceMs : pacing.patienceMs, checking);
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
  generation: string | null;
  database: SqliteFile;
}

/**
 * Closes a copy when its searches have ended. Truncates its files, because libsql keeps closed files open until its
 * statements are garbage-collected, and files occupy memory in the cloud.
 */
async function discard({ file, database }: Copy): Promise<void> {
  database.close();
  await database.idle();
  for (const part of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      truncateSync(part);
    } catch {
      // The file does not exist.
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
