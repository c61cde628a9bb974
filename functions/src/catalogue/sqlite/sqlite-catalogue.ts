import type { Catalogue, WritableCatalogue } from '../catalogue.ts';
import { recordRefresh } from '../store/feeds.ts';
import { storeReader, storeWriter } from '../store/stored-catalogue.ts';
import { checkIntegrity } from './file/check-integrity.ts';
import { mergeIndex } from './file/merge-index.ts';
import { pruneSqlite } from './prune-sqlite.ts';
import { sqliteSpokenShows } from './spoken/spoken-shows.ts';
import { sqliteContents } from './sqlite-contents.ts';
import { isDamaged, type SqliteDatabase, type SqliteFile } from './sqlite-database.ts';
import { querySqlite } from './sqlite-query.ts';
import { settled, SQLITE_STORE, sqliteRunner } from './sqlite-store.ts';

/** The catalogue in a SQLite database, to read. */
export function sqliteCatalogue(database: SqliteDatabase): Catalogue {
  return {
    ...storeReader(SQLITE_STORE, sqliteRunner(database)),
    ready: () => database.ready(),
    query: (query, signal) => querySqlite(database, query, { signal }),
    contents: () => settled(() => sqliteContents(database)),
    spokenShows: (limit) => settled(() => sqliteSpokenShows(database, limit)),
    checkedAtMs: () => database.checkedAtMs(),
    close: () => settled(() => database.close()),
  };
}

/** The catalogue in a SQLite file, to read and to write. */
export function writableSqliteCatalogue(file: SqliteFile): WritableCatalogue {
  const runner = sqliteRunner(file);
  return {
    ...sqliteCatalogue(file),
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
