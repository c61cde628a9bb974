import type { CatalogueReader, WritableCatalogue } from '../../catalogue.ts';
import { recordRefresh } from '../../store/feeds.ts';
import { storeReader, storeWriter } from '../../store/stored-catalogue.ts';
import { checkIntegrity } from './check-integrity.ts';
import { mergeIndex } from './merge-index.ts';
import { openSqliteFile } from './open-sqlite-file.ts';
import { pruneSqlite } from './prune-sqlite.ts';
import { sqliteCatalogue } from './sqlite-catalogue.ts';
import { isDamaged, settled, type SqliteDatabase, type SqliteFile } from './sqlite-database.ts';
import { SQLITE_STORE, sqliteRunner } from './sqlite-store.ts';

/** The catalogue in a SQLite database, with all that is stored. */
export function sqliteReader(database: SqliteDatabase): CatalogueReader {
  return { ...sqliteCatalogue(database), ...storeReader(SQLITE_STORE, sqliteRunner(database)) };
}

/** The catalogue in a SQLite file, to read and to write. */
export function writableSqliteCatalogue(file: SqliteFile): WritableCatalogue {
  const runner = sqliteRunner(file);
  return {
    ...sqliteReader(file),
    ...storeWriter(SQLITE_STORE, runner),
    prune: (now) => pruneSqlite(runner, now),
    async finishRefresh(finishedAtMs) {
      mergeIndex(file);
      await runner.write(() => recordRefresh(finishedAtMs));
    },
    check: () => settled(() => checkIntegrity(file.connection())),
    isDamaged,
    startAnew: () => file.startAnew(),
  };
}

/** The catalogue in the file at an address, to read and to write. */
export function openWritableSqlite(url: string): WritableCatalogue {
  return writableSqliteCatalogue(openSqliteFile(url));
}
