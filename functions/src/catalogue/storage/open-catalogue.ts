import { existsSync } from 'node:fs';
import type { Catalogue, CatalogueReader } from '../catalogue.ts';
import type { SqliteDatabase } from '../engines/sqlite/sqlite-database.ts';
import { type CatalogueAccess, catalogueAccess } from './catalogue-access.ts';

/**
 * Opens the catalogue at `url`, to be searched. A damaged or unreachable one does not stop this call;
 * every use then fails (see {@link Catalogue}). Rejects an address of another kind. The modules of an
 * engine are loaded when it is opened, and those that write when it is opened to be written to.
 *
 * - `file:` and a path, absolute or relative to the working directory; created where there is none.
 *   Several processes may have one open and write to it.
 * - `gs://bucket/object`: a copy of the object on this machine, kept up to date.
 * - `postgres://user@host/database`: a PostgreSQL server, and a replica of it for searches.
 *
 * @param access How to reach what is not on this machine; from the settings by default.
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

/** As {@link openCatalogue}, to read all that is stored. */
export async function openCatalogueReader(
  url: string,
  access: () => CatalogueAccess = catalogueAccess,
): Promise<CatalogueReader> {
  if (catalogueKind(url) === 'postgres') {
    const { openPostgresReader } = await import('../engines/postgres/writable-postgres.ts');
    return openPostgresReader(url, access().postgres);
  }
  const { sqliteReader } = await import('../engines/sqlite/writable-sqlite.ts');
  return sqliteReader(await openDatabase(url, access));
}

async function openDatabase(url: string, access: () => CatalogueAccess): Promise<SqliteDatabase> {
  if (catalogueKind(url) === 'file') {
    const { openSqliteFile } = await import('../engines/sqlite/open-sqlite-file.ts');
    return openSqliteFile(url);
  }
  const { openCatalogueObject } = await import('./open-catalogue-object.ts');
  const { storage, copiesFolder } = access();
  return openCatalogueObject(url, storage, undefined, copiesFolder);
}

/** As {@link openCatalogueReader}, but rejects where there is no such file. */
export async function openExistingCatalogue(url: string): Promise<CatalogueReader> {
  if (catalogueKind(url) === 'file') {
    const { sqlitePath } = await import('../engines/sqlite/open-sqlite-file.ts');
    if (!existsSync(sqlitePath(url))) throw new Error(`There is no catalogue at ${url}.`);
  }
  return openCatalogueReader(url);
}

/** What an address leads to: a file here, an object in a bucket, a server. Throws on any other. */
export function catalogueKind(url: string): 'file' | 'object' | 'postgres' {
  if (/^file:/i.test(url)) return 'file';
  if (/^gs:/i.test(url)) return 'object';
  if (/^postgres(ql)?:/i.test(url)) return 'postgres';
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0] ?? '';
  throw new Error(
    `The catalogue's address begins with "${scheme}"; it can begin with file:, gs: or postgres:`,
  );
}
