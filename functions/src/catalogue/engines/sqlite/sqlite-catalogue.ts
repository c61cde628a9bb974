import type { Catalogue } from '../../catalogue.ts';
import { sqliteSpokenShows } from './spoken-shows.ts';
import { sqliteContents } from './sqlite-contents.ts';
import { settled, type SqliteDatabase } from './sqlite-database.ts';
import { querySqlite } from './search/sqlite-query.ts';

/** The catalogue in a SQLite database, to be searched. */
export function sqliteCatalogue(database: SqliteDatabase): Catalogue {
  return {
    ready: () => database.ready(),
    query: (query, signal) => querySqlite(database, query, { signal }),
    contents: () => settled(() => sqliteContents(database)),
    spokenShows: (limit) => settled(() => sqliteSpokenShows(database, limit)),
    checkedAtMs: () => database.checkedAtMs(),
    close: () => settled(() => database.close()),
  };
}
