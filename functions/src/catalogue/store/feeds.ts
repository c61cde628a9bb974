import * as z from 'zod';
import {
  FEED_RECORD_COLUMNS,
  type FeedRecord,
  type FetchRecord,
  fetchValues,
  readFeedRecord,
} from '../feed-record.ts';
import { rows, run, type Work } from './work.ts';

const ids = z.tuple([z.tuple([z.number()])]);
const urls = z.array(z.tuple([z.string()]));

/**
 * The feed's id, given to it now if it has none. An empty title leaves the known one. Nobody else writes
 * to the feed until the transaction ends.
 */
export function* feedId(url: string, title: string): Work<number> {
  const found = yield* rows(
    `INSERT INTO feeds (url, title) VALUES ($1, $2)
     ON CONFLICT (url) DO UPDATE SET
       title = CASE excluded.title WHEN '' THEN feeds.title ELSE excluded.title END
     RETURNING id`,
    ...[url, title],
  );
  const [[id]] = ids.parse(found);
  return id;
}

export function* feedUrls(): Work<string[]> {
  return urls.parse(yield* rows('SELECT url FROM feeds ORDER BY id')).flat();
}

/** As {@link WritableCatalogue.feedRecord}. */
export function* feedRecord(url: string): Work<FeedRecord> {
  return readFeedRecord(
    yield* rows(`SELECT ${FEED_RECORD_COLUMNS} FROM feeds WHERE url = $1`, url),
  );
}

/** As {@link WritableCatalogue.recordFetch}. */
export function recordFetch(url: string, record: FetchRecord): Work<void> {
  return run(
    `INSERT INTO feeds (url, ${FEED_RECORD_COLUMNS}, last_failure)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (url) DO UPDATE SET
       etag = excluded.etag, last_modified = excluded.last_modified, failures = excluded.failures,
       next_fetch_at_ms = excluded.next_fetch_at_ms, last_fetch_at_ms = excluded.last_fetch_at_ms,
       last_failure = excluded.last_failure`,
    ...[url, ...fetchValues(record)],
  );
}

/** Remembers when a refresh ended. */
export function recordRefresh(finishedAtMs: number): Work<void> {
  return run(
    `INSERT INTO refreshes (only_row, finished_at_ms) VALUES (1, $1)
     ON CONFLICT (only_row) DO UPDATE SET finished_at_ms = excluded.finished_at_ms`,
    finishedAtMs,
  );
}
