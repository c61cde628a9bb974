import type { Catalogue, WritableCatalogue } from '../catalogue.ts';
import { CHAPTER_FILES, TRANSCRIPTS } from '../transcripts/file-table.ts';
import { recordChaptersInSqlite } from './chapters/sqlite-chapter-files.ts';
import { awaitedFiles } from './file-records.ts';
import { sqliteSpokenShows } from './spoken/spoken-shows.ts';
import { recordInSqlite } from './spoken/sqlite-transcripts.ts';
import { checkIntegrity } from './file/check-integrity.ts';
import { mergeIndex } from './file/merge-index.ts';
import { pruneSqlite } from './prune-sqlite.ts';
import { sqliteContents } from './sqlite-contents.ts';
import { exportSqliteFeed, importSqliteFeed, sqliteFeedUrls } from './sqlite-copy.ts';
import { isDamaged, type SqliteDatabase, type SqliteFile } from './sqlite-database.ts';
import { recordFetch, recordRefresh, sqliteFeedRecord } from './sqlite-feeds.ts';
import { sqliteNewEpisodes } from './sqlite-new-episodes.ts';
import { querySqlite } from './sqlite-query.ts';
import { storeInSqlite } from './sqlite-store-feed.ts';

/** SQLite's calls are synchronous: each holds up its thread until it is done. */
function settled<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => resolve(work()));
}

/** The catalogue in a SQLite database, to read. */
export function sqliteCatalogue(database: SqliteDatabase): Catalogue {
  return {
    ready: () => database.ready(),
    query: (query, signal) => querySqlite(database, query, { signal }),
    contents: () => settled(() => sqliteContents(database)),
    spokenShows: (limit) => settled(() => sqliteSpokenShows(database, limit)),
    newEpisodes: (sinceMs, publishedSinceMs) =>
      sqliteNewEpisodes(database, sinceMs, publishedSinceMs),
    feedUrls: () => settled(() => sqliteFeedUrls(database)),
    exportFeed: (url) => settled(() => exportSqliteFeed(database, url)),
    checkedAtMs: () => database.checkedAtMs(),
    close: () => settled(() => database.close()),
  };
}

/** The catalogue in a SQLite file, to read and to write. */
export function writableSqliteCatalogue(file: SqliteFile): WritableCatalogue {
  return {
    ...sqliteCatalogue(file),
    feedRecord: (url) => settled(() => sqliteFeedRecord(file, url)),
    recordFetch: (url, record) => settled(() => recordFetch(file, url, record)),
    storeFeed: (url, reading, now) => settled(() => storeInSqlite(file, url, reading, now)),
    importFeed: (feed) => settled(() => importSqliteFeed(file, feed)),
    awaitedTranscripts: (now, options) =>
      settled(() => awaitedFiles(file.connection(), TRANSCRIPTS, now, options)),
    recordTranscript: (episodeId, record, spoken) =>
      settled(() => recordInSqlite(file, episodeId, record, spoken)),
    awaitedChapters: (now, options) =>
      settled(() => awaitedFiles(file.connection(), CHAPTER_FILES, now, options)),
    recordChapters: (episodeId, record, chapters) =>
      settled(() => recordChaptersInSqlite(file, episodeId, record, chapters)),
    prune: (now) => settled(() => pruneSqlite(file, now)),
    finishRefresh: (finishedAtMs) =>
      settled(() => {
        mergeIndex(file);
        recordRefresh(file, finishedAtMs);
      }),
    check: () => settled(() => checkIntegrity(file.connection())),
    isDamaged,
    startAnew: () => file.startAnew(),
  };
}
