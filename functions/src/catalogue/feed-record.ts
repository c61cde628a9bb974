import * as z from 'zod';
import type { FeedValidators } from '../feeds/feed-model.ts';
import type { FetchTimes } from './refresh/next-fetch.ts';

/** What the catalogue remembers of a feed between two refreshes. Times are epoch milliseconds. */
export interface FeedRecord extends FetchTimes {
  validators: FeedValidators;
  /** Failed fetches in a row, up to now. */
  failures: number;
}

/** How the last fetch ended; `failure` is its code, or null after one that went well. */
export interface FetchRecord extends FeedRecord {
  failure: string | null;
}

/** A feed nothing is known of: due at once. */
const UNKNOWN_FEED: FeedRecord = {
  validators: { etag: null, lastModified: null },
  failures: 0,
  fetchedAtMs: null,
  nextFetchAtMs: 0,
};

const rows = z.array(
  z.tuple([
    z.string().nullable(),
    z.string().nullable(),
    z.number(),
    z.number(),
    z.number().nullable(),
  ]),
);

/** The columns of {@link readFeedRecord} and, with the failure behind them, of {@link fetchValues}. */
export const FEED_RECORD_COLUMNS =
  'etag, last_modified, failures, next_fetch_at_ms, last_fetch_at_ms';

/** What an engine knows of one feed, in a row or none. */
export function readFeedRecord(found: unknown): FeedRecord {
  const [row] = rows.parse(found);
  if (row === undefined) return UNKNOWN_FEED;
  const [etag, lastModified, failures, nextFetchAtMs, fetchedAtMs] = row;
  return { validators: { etag, lastModified }, failures, nextFetchAtMs, fetchedAtMs };
}

export function fetchValues(record: FetchRecord): (string | number | null)[] {
  const { validators, failures, nextFetchAtMs, fetchedAtMs, failure } = record;
  return [
    ...[validators.etag, validators.lastModified],
    ...[failures, nextFetchAtMs, fetchedAtMs, failure],
  ];
}
