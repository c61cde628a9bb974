import * as z from 'zod';
import {
  FEED_RECORD_COLUMNS,
  type FeedRecord,
  type FetchRecord,
  fetchValues,
  readFeedRecord,
} from '../feed-record.ts';
import { type Connection, prepared, type SqliteDatabase } from './sqlite-database.ts';

const ids = z.tuple([z.tuple([z.number()])]);

/** The feed's id, given to it now if it has none. An empty title leaves the known one. */
export function feedId(connection: Connection, url: string, title: string): number {
  const rows = prepared(
    connection,
    `INSERT INTO feeds (url, title) VALUES (?, ?)
     ON CONFLICT (url) DO UPDATE SET title = iif(excluded.title = '', title, excluded.title)
     RETURNING id`,
  )
    .raw()
    .all(url, title);
  const [[id]] = ids.parse(rows);
  return id;
}

export function sqliteFeedRecord(database: SqliteDatabase, url: string): FeedRecord {
  const rows = prepared(
    database.connection(),
    `SELECT ${FEED_RECORD_COLUMNS}
     FROM feeds WHERE url = ?`,
  )
    .raw()
    .all(url);
  return readFeedRecord(rows);
}

/** Remembers how a fetch ended. */
export function recordFetch(database: SqliteDatabase, url: string, record: FetchRecord): void {
  prepared(
    database.connection(),
    `INSERT INTO feeds (url, ${FEED_RECORD_COLUMNS}, last_failure)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (url) DO UPDATE SET
       etag = excluded.etag, last_modified = excluded.last_modified, failures = excluded.failures,
       next_fetch_at_ms = excluded.next_fetch_at_ms, last_fetch_at_ms = excluded.last_fetch_at_ms,
       last_failure = excluded.last_failure`,
  ).run(url, ...fetchValues(record));
}

/** Remembers when a refresh ended. */
export function recordRefresh(database: SqliteDatabase, finishedAtMs: number): void {
  prepared(
    database.connection(),
    `INSERT INTO refreshes (only_row, finished_at_ms) VALUES (1, ?)
     ON CONFLICT DO UPDATE SET finished_at_ms = excluded.finished_at_ms`,
  ).run(finishedAtMs);
}
