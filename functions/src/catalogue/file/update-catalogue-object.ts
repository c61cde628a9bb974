import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../platform/app-error.ts';
import { log } from '../../platform/log.ts';
import type { WritableCatalogue } from '../catalogue.ts';
import { catalogueBucket, packFile, type StorageAccess } from './catalogue-bucket.ts';
import { openSqliteFile } from '../engines/sqlite/open-sqlite-file.ts';
import { sqliteContents } from '../engines/sqlite/sqlite-catalogue.ts';
import { writableSqliteCatalogue } from '../engines/sqlite/writable-sqlite.ts';

/** Max rounds of work; a round is lost if another writer is faster. */
const MAX_ROUNDS = 4;
const PAUSES_MS: readonly number[] = [500, 4_000];

/**
 * Runs `work` on a copy of the object, and uploads the result. If another writer was faster, repeats `work` on the new
 * object, so that no episodes are lost. Replaces a corrupt object; a crash changes nothing.
 */
export async function updateCatalogueObject<T>(
  url: string,
  access: StorageAccess,
  work: (catalogue: WritableCatalogue) => Promise<T>,
  {
    pausesMs = PAUSES_MS,
    isWorthStoring = () => true,
  }: { pausesMs?: readonly number[]; isWorthStoring?: (result: T) => boolean } = {},
): Promise<T> {
  const object = catalogueBucket(url, access);
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const folder = mkdtempSync(path.join(tmpdir(), 'earshot-update-'));
    const file = path.join(folder, 'catalogue.db');
    const packed = `${file}.gz`;
    try {
      const base = await retrying(() => object.fetchNewer(null, file), pausesMs);
      if (base.kind === 'damaged') {
        log('error', 'catalogue-damaged');
        rmSync(file, { force: true });
      }
      const result = await workOn(file, work);
      if (base.kind === 'fetched' && !isWorthStoring(result)) return result;
      await packFile(file, packed);
      rmSync(file); // in the cloud, files occupy memory
      const replaces = 'generation' in base ? base.generation : null;
      if ((await retrying(() => object.store(packed, replaces), pausesMs)) !== null) {
        return result;
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    log('warn', 'catalogue-overtaken', { round });
  }
  throw new AppError('upstream-unavailable', `${url} was replaced by others ${MAX_ROUNDS} times`);
}

/** Merges the write-ahead log into the file, so that the file can be uploaded alone. */
async function workOn<T>(
  file: string,
  work: (catalogue: WritableCatalogue) => Promise<T>,
): Promise<T> {
  const database = openSqliteFile(`file:${file}`);
  let result: T;
  try {
    result = await work(writableSqliteCatalogue(database));
    // Creates the file even if `work` wrote nothing.
    sqliteContents(database);
  } finally {
    database.close();
  }
  const journal = `${file}-wal`;
  if (existsSync(journal) && statSync(journal).size > 0) {
    throw new AppError('internal', 'The catalogue’s log was not moved into its file');
  }
  return result;
}

async function retrying<T>(transfer: () => Promise<T>, pausesMs: readonly number[]): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await transfer();
    } catch (error) {
      log('warn', 'catalogue-transfer-failed', {
        reason: error instanceof Error ? error.message : String(error),
      });
      await pause(pauseMs);
    }
  }
  return transfer();
}
