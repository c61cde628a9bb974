import * as z from 'zod';
import { showIdOf } from '../../feeds/show-id.ts';
import { FEED_STATES } from '../schema/feed-states.ts';
import { row, rows, run, type Work } from '../schema/work.ts';
import type { FeedValidators } from '../../feeds/feed-model.ts';

export interface FetchTimes {
  fetchedAtMs: number | null;
  nextFetchAtMs: number;
}

export interface Rhythm {
  /** Median time between episodes, milliseconds. */
  gapMs: number | null;
  newestAtMs: number | null;
}

/** Times are epoch milliseconds. */
export interface FeedRecord extends FetchTimes, Rhythm {
  /** Host whose concurrent fetches are limited; empty for files. */
  host: string;
  validators: FeedValidators;
  /** Consecutive failed fetches. */
  failures: number;
  /** Interval before the next fetch, milliseconds; 0 before the first fetch. */
  intervalMs: number;
  bodyHash: string | null;
  /** Target of permanent redirects, and when they first led there. */
  movedTo: string | null;
  movedAtMs: number | null;
}

export interface FetchRecord extends FeedRecord {
  /** Error code of the fetch; null after a success. */
  failure: string | null;
}

/** An unknown feed is due immediately. */
const UNKNOWN_FEED: FeedRecord = {
  validators: { etag: null, lastModified: null },
  failures: 0,
  fetchedAtMs: null,
  nextFetchAtMs: 0,
  host: '',
  intervalMs: 0,
  gapMs: null,
  newestAtMs: null,
  bodyHash: null,
  movedTo: null,
  movedAtMs: null,
};

const text = z.string().nullable();
const number = z.number().nullable();
export const feedRecordRow = z.object({
  etag: text,
  lastModified: text,
  failures: z.number(),
  nextFetchAtMs: z.number(),
  lastFetchAtMs: number,
  host: z.string(),
  intervalMs: z.number(),
  gapMs: number,
  newestAtMs: number,
  bodyHash: text,
  movedTo: text,
  movedAtMs: number,
});

const RECORD_COLUMNS = [
  'etag',
  'last_modified',
  'failures',
  'next_fetch_at_ms',
  'last_fetch_at_ms',
  'host',
  'interval_ms',
  'gap_ms',
  'newest_at_ms',
  'body_hash',
  'moved_to',
  'moved_at_ms',
];
export const FEED_RECORD_COLUMNS = RECORD_COLUMNS.join(', ');
const FETCH_COLUMNS = [...RECORD_COLUMNS, 'last_failure'];

export function readFeedRecord(found: z.infer<typeof feedRecordRow>): FeedRecord {
  const { etag, lastModified, lastFetchAtMs, ...record } = found;
  return { validators: { etag, lastModified }, fetchedAtMs: lastFetchAtMs, ...record };
}

function fetchValues(record: FetchRecord): (string | number | null)[] {
  const { validators, failures, nextFetchAtMs, fetchedAtMs, failure } = record;
  const { host, intervalMs, gapMs, newestAtMs, bodyHash, movedTo, movedAtMs } = record;
  return [
    validators.etag,
    validators.lastModified,
    failures,
    nextFetchAtMs,
    fetchedAtMs,
    host,
    intervalMs,
    gapMs,
    newestAtMs,
    bodyHash,
    movedTo,
    movedAtMs,
    failure,
  ];
}

const lockedRow = z.object({ id: z.number(), state: z.enum(FEED_STATES) });
const urlRow = z.object({ url: z.string() });

/** Inserts an unknown feed, and locks it until the transaction ends. The title '' keeps the stored title. */
export function* lockFeed(url: string, title: string): Work<z.infer<typeof lockedRow>> {
  return yield* row(
    lockedRow,
    `INSERT INTO feeds (url, title, show_id) VALUES ($1, $2, $3)
     ON CONFLICT (url) DO UPDATE SET
       title = CASE excluded.title WHEN '' THEN feeds.title ELSE excluded.title END,
       show_id = excluded.show_id
     RETURNING id, state`,
    url,
    title,
    showIdOf(url),
  );
}

export function* feedUrls(): Work<string[]> {
  const found = yield* rows(urlRow, 'SELECT url FROM feeds ORDER BY id');
  return found.map(({ url }) => url);
}

export function* feedRecord(url: string): Work<FeedRecord> {
  const select = `SELECT ${FEED_RECORD_COLUMNS} FROM feeds WHERE url = $1`;
  const [found] = yield* rows(feedRecordRow, select, url);
  return found === undefined ? UNKNOWN_FEED : readFeedRecord(found);
}

/** Also ends the feed's lease. */
export function recordFetch(url: string, record: FetchRecord): Work<void> {
  return run(
    `INSERT INTO feeds (url, ${FETCH_COLUMNS.join(', ')})
     VALUES ($1, ${FETCH_COLUMNS.map((_, at) => `$${at + 2}`).join(', ')})
     ON CONFLICT (url) DO UPDATE SET
       ${FETCH_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')},
       lease_until_ms = 0`,
    url,
    ...fetchValues(record),
  );
}

export function recordRefresh(finishedAtMs: number): Work<void> {
  return run(
    `INSERT INTO refreshes (only_row, finished_at_ms) VALUES (1, $1)
     ON CONFLICT (only_row) DO UPDATE SET finished_at_ms = excluded.finished_at_ms`,
    finishedAtMs,
  );
}

/** URLs of feeds that the operator blocked, and of feeds of people alone that opted out of directories. */
export function* blockedUrls(): Work<string[]> {
  const select = `SELECT url FROM feeds
    WHERE state = 'blocked' OR (source = 'person' AND last_failure = 'blocked') ORDER BY id`;
  return (yield* rows(z.object({ url: z.string() }), select)).map(({ url }) => url);
}
