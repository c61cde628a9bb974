import { existsSync } from 'node:fs';
import type { Catalogue, CatalogueReader } from '../catalogue.ts';
import type { SqliteDatabase } from '../engines/sqlite/sqlite-database.ts';
import { type CatalogueAccess, catalogueAccess } from './catalogue-access.ts';

/**
 * Opens a catalogue for searches. Its methods reject if the catalogue is corrupt or unreachable; this function does
 * not.
 * - `file:` and an absolute or relative path: created if missing; processes may share it.
 * - `gs://bucket/object`: a local copy of the object, kept up to date.
 * - `postgres://user@host/database`, with an optional replica for searches.
 */
export async function openCatalogue(
  url: string,
  access: () => CatalogueAccess = catalogueAccess,
): Promise<Catalogue> {
  if (catalogueKind(url) === 'postgres') {
    const { openPostgres } = await import('../engines/postgres/open-postgres.ts');
    return openPostgres(url, access().postgres);
  }
  const { sqliteCatalogue } = await import('../engines/sqlite/sqlite-catalogue.ts');
  return sqliteCatalogue(await openDatabase(url, access));
}

/** Like {@link openCatalogue}, with `read`. */
export async function openCatalogueReader(
  url: string,
  access: () => CatalogueAccess = catalogueAccess,
): Promise<CatalogueReader> {
  if (catalogueKind(url) === 'postgres') {
    const { openPostgresReader } = await import('../engines/postgres/writable-postgres.ts');
    return openPostgresReader(url, access().postgres);
  }
  const { sqliteReader } = await import('../engines/sqlite/sqlite-catalogue.ts');
  return sqliteReader(await openDatabase(url, access));
}

async function openDatabase(url: string, access: () => CatalogueAccess): Promise<SqliteDatabase> {
  if (catalogueKind(url) === 'file') {
    const { openSqliteFile } = await import('../engines/sqlite/open-sqlite-file.ts');
    return openSqliteFile(url);
  }
  const { openCatalogueObject } = await import('./open-catalogue-object.ts');
  return openCatalogueObject(url, access().storage);
}

const shared = new Map<string, Promise<CatalogueReader>>();

/**
 * Returns the process's only reader of a catalogue, up to date. A second reader could need another copy, which may
 * take a third of the memory. After a failure, the next call retries.
 */
export async function sharedCatalogueReader(
  url: string,
  open: typeof openCatalogueReader = openCatalogueReader,
): Promise<CatalogueReader> {
  const known = shared.get(url) ?? open(url);
  shared.set(url, known);
  known.catch(() => shared.delete(url));
  const reader = await known;
  await reader.ready();
  return reader;
}

/** Like {@link openCatalogueReader}, but rejects if the file does not exist. */
export async function openExistingCatalogue(url: string): Promise<CatalogueReader> {
  if (catalogueKind(url) === 'file') {
    const { sqlitePath } = await import('../engines/sqlite/open-sqlite-file.ts');
    if (!existsSync(sqlitePath(url))) throw new Error(`There is no catalogue at ${url}.`);
  }
  return openCatalogueReader(url);
}

export function catalogueKind(url: string): 'file' | 'object' | 'postgres' {
  if (/^file:/i.test(url)) return 'file';
  if (/^gs:/i.test(url)) return 'object';
  if (/^postgres(ql)?:/i.test(url)) return 'postgres';
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0] ?? '';
  throw new Error(
    `The catalogue's address begins with "${scheme}"; it can begin with file:, gs: or postgres:`,
  );
}
