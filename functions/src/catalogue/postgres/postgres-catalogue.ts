import * as z from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Catalogue, CatalogueContents, WritableCatalogue } from '../catalogue.ts';
import { CHAPTER_FILES, TRANSCRIPTS } from '../transcripts/file-table.ts';
import { recordChaptersInPostgres } from './chapters/record-chapters.ts';
import { awaitedFiles } from './file-records.ts';
import { exportPostgresFeed, importPostgresFeed, postgresFeedUrls } from './postgres-copy.ts';
import { postgresFeedRecord, recordFetch, recordRefresh } from './postgres-feeds.ts';
import { postgresNewEpisodes } from './postgres-new-episodes.ts';
import { queryPostgres } from './search/postgres-query.ts';
import { storeInPostgres } from './postgres-store-feed.ts';
import { recordInPostgres } from './spoken/postgres-transcripts.ts';
import { postgresSpokenShows } from './spoken/spoken-shows.ts';
import { prunePostgres } from './prune-postgres.ts';
import type { SqlServer } from './server/sql-server.ts';

const CONTENTS = `
  SELECT coalesce(sum(episodes), 0)::bigint, count(*) FILTER (WHERE episodes > 0),
    (SELECT count(*) FROM transcripts WHERE spoken IS NOT NULL),
    (SELECT finished_at_ms FROM refreshes)
  FROM feeds`;

const contentsRows = z.tuple([
  z.tuple([z.number(), z.number(), z.number(), z.number().nullable()]),
]);

async function contents(server: SqlServer): Promise<CatalogueContents> {
  const rows = await server.session((session) => session.rows(CONTENTS));
  const [[episodes, podcasts, spoken, refreshedAtMs]] = contentsRows.parse(rows);
  return { episodes, podcasts, spoken, refreshedAtMs };
}

/**
 * The catalogue on a PostgreSQL server, to read. Searches may be a moment behind where they are
 * answered by a replica; alerts read the server itself, for what they do not find they never tell.
 */
export function postgresCatalogue(server: SqlServer, replica: SqlServer = server): Catalogue {
  return {
    ready: () => Promise.resolve(),
    query: (query, signal) => queryPostgres(replica, query, signal),
    contents: () => contents(replica),
    spokenShows: (limit) => postgresSpokenShows(replica, limit),
    newEpisodes: (sinceMs, publishedSinceMs) =>
      postgresNewEpisodes(server, sinceMs, publishedSinceMs),
    feedUrls: () => postgresFeedUrls(server),
    exportFeed: (url) => exportPostgresFeed(server, url),
    checkedAtMs: () => null,
    close: async () => {
      await Promise.all(new Set([server.close(), replica.close()]));
    },
  };
}

/** The catalogue on a PostgreSQL server, to read and to write. */
export function writablePostgresCatalogue(server: SqlServer): WritableCatalogue {
  return {
    ...postgresCatalogue(server),
    feedRecord: (url) => server.session((session) => postgresFeedRecord(session, url)),
    recordFetch: (url, record) => server.session((session) => recordFetch(session, url, record)),
    storeFeed: (url, reading, now) => storeInPostgres(server, url, reading, now),
    importFeed: (feed) => importPostgresFeed(server, feed),
    awaitedTranscripts: (now, options) =>
      server.session((session) => awaitedFiles(session, TRANSCRIPTS, now, options)),
    recordTranscript: (episodeId, record, spoken) =>
      recordInPostgres(server, episodeId, record, spoken),
    awaitedChapters: (now, options) =>
      server.session((session) => awaitedFiles(session, CHAPTER_FILES, now, options)),
    recordChapters: (episodeId, record, chapters) =>
      recordChaptersInPostgres(server, episodeId, record, chapters),
    prune: (now) => prunePostgres(server, now),
    finishRefresh: (finishedAtMs) =>
      server.session((session) => recordRefresh(session, finishedAtMs)),
    // PostgreSQL looks after itself, and what it finds broken is for its operator to mend.
    check: () => Promise.resolve(),
    isDamaged: () => false,
    startAnew() {
      throw new AppError('internal', 'The catalogue is on a server; mend it there');
    },
  };
}
