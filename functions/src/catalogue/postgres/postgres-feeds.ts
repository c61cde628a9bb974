import * as z from 'zod';
import {
  FEED_RECORD_COLUMNS,
  type FeedRecord,
  type FetchRecord,
  fetchValues,
  readFeedRecord,
} from '../feed-record.ts';
import { type SqlSession, storable } from './server/sql-server.ts';

const ids = z.tuple([z.tuple([z.number()])]);

/**
 * The feed's id, given to it now if it has none; nobody else writes to the feed until the
 * transaction ends. An empty title leaves the known one.
 */
export async function lockFeed(session: SqlSession, url: string, title: string): Promise<number> {
  const rows = await session.rows(
    `INSERT INTO feeds (url, title) VALUES ($1, $2)
     ON CONFLICT (url) DO UPDATE SET
       title = CASE excluded.title WHEN '' THEN feeds.title ELSE excluded.title END
     RETURNING id`,
    [url, storable(title)],
  );
  const [[id]] = ids.parse(rows);
  return id;
}

export async function postgresFeedRecord(session: SqlSession, url: string): Promise<FeedRecord> {
  const rows = await session.rows(
    `SELECT ${FEED_RECORD_COLUMNS}
     FROM feeds WHERE url = $1`,
    [url],
  );
  return readFeedRecord(rows);
}

export async function recordFetch(
  session: SqlSession,
  url: string,
  record: FetchRecord,
): Promise<void> {
  await session.rows(
    `INSERT INTO feeds (url, ${FEED_RECORD_COLUMNS}, last_failure)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (url) DO UPDATE SET
       etag = excluded.etag, last_modified = excluded.last_modified, failures = excluded.failures,
       next_fetch_at_ms = excluded.next_fetch_at_ms, last_fetch_at_ms = excluded.last_fetch_at_ms,
       last_failure = excluded.last_failure`,
    [url, ...fetchValues(record)],
  );
}

/** Remembers when a refresh ended. */
export async function recordRefresh(session: SqlSession, finishedAtMs: number): Promise<void> {
  await session.rows(
    `INSERT INTO refreshes (only_row, finished_at_ms) VALUES (1, $1)
     ON CONFLICT (only_row) DO UPDATE SET finished_at_ms = excluded.finished_at_ms`,
    [finishedAtMs],
  );
}
