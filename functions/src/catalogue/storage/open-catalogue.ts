import { existsSync } from 'node:fs';
import type { Catalogue } from '../catalogue.ts';
import { openPostgres } from '../postgres/open-postgres.ts';
import { openSqliteFile, sqlitePath } from '../sqlite/file/open-sqlite-file.ts';
import { sqliteCatalogue } from '../sqlite/sqlite-catalogue.ts';
import { type CatalogueAccess, catalogueAccess } from './catalogue-access.ts';
import { openCatalogueObject } from './open-catalogue-object.ts';

/**
 * Opens the catalogue at `url`, to read. A damaged or unreachable one does not stop this call; every
 * use then fails (see {@link Catalogue}). Throws on an address of another kind.
 *
 * - `file:` and a path, absolute or relative to the working directory; created where there is none.
 *   Several processes may have one open and write to it.
 * - `gs://bucket/object`: a copy of the object on this machine, kept up to date.
 * - `postgres://user@host/database`: a PostgreSQL server, and a replica of it for searches.
 *
 * @param access How to reach what is not on this machine; from the settings by default.
 */
export function openCatalogue(
  url: string,
  access: () => CatalogueAccess = catalogueAccess,
): Catalogue {
  switch (catalogueKind(url)) {
    case 'file':
      return sqliteCatalogue(openSqliteFile(url));
    case 'object': {
      const { storage, copiesFolder } = access();
      return sqliteCatalogue(openCatalogueObject(url, storage, undefined, copiesFolder));
    }
    case 'postgres':
      return openPostgres(url, access().postgres);
  }
}

/** As {@link openCatalogue}, but throws where there is no such file. */
export function openExistingCatalogue(url: string): Catalogue {
  if (catalogueKind(url) === 'file' && !existsSync(sqlitePath(url))) {
    throw new Error(`There is no catalogue at ${url}.`);
  }
  return openCatalogue(url);
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
