import * as z from 'zod';
import { MINUTE_MS } from '../../contract/index.ts';
import { EARLY_MS } from './next-fetch.ts';
import { makePublic } from './feed-state.ts';
import {
  FEED_RECORD_COLUMNS,
  type FeedRecord,
  feedRecordRow,
  readFeedRecord,
} from '../store/feeds.ts';
import { engine, row, rows, run, type Work } from '../schema/work.ts';

/** Max concurrent fetches per host, over all workers. */
const MAX_PER_HOST = 4;
/** Longer than fetching and storing a feed takes, so that a lease ends only if its worker has died. */
export const LEASE_MS = 5 * MINUTE_MS;
/** If the operator's list is longer, its feeds are fetched by their rhythm, otherwise at the shortest interval. */
const MAX_FOLLOWED_LIST = 1_000;
/** Max due feeds that one claim considers. The first of them may exceed the limit of their host. */
const MAX_CONSIDERED = 250;

export interface NamedFeed {
  url: string;
  /** Host whose concurrent fetches {@link MAX_PER_HOST} limits. */
  host: string;
  /** Max new episodes a day, if the operator's list has another limit for the feed. */
  newADay?: number | undefined;
}

export interface ClaimedFeed {
  url: string;
  /** True to fetch at the shortest interval. */
  followed: boolean;
  /** True for a followers-only feed, whose URL may be secret. */
  isHidden: boolean;
  record: FeedRecord;
}

export interface FeedClaim {
  /** Start of the leases, epoch milliseconds. */
  now: number;
  /** Claims feeds that are due by this time, epoch milliseconds. */
  dueMs: number;
  limit: number;
  /** Claims only these URLs, due or not. */
  among?: readonly string[] | undefined;
}

export interface FeedQueue {
  /** Number of scheduled feeds, due or not. */
  feeds: number;
  due: number;
  /** How long the most overdue feed has been due, milliseconds. */
  lateMs: number;
}

/** SQL condition: the feed is fetched when due. */
export const IS_SCHEDULED = `source IS NOT NULL AND state <> 'blocked'`;

/** SQL assignment for a feed that leaves the list. The feed stays scheduled while it has followers. */
const UNLISTED = `new_a_day = NULL, source = CASE WHEN followers > 0 THEN 'person' END`;

const claimedFeed = z.object({
  ...feedRecordRow.shape,
  url: z.string(),
  followed: z.number(),
  state: z.string(),
});
const queueCounts = z.object({
  feeds: z.number(),
  due: z.number(),
  oldestMs: z.number().nullable(),
});

/** Stores feeds, so that they can be claimed by URL. Ends their leases. */
export function* nameFeeds(feeds: readonly NamedFeed[]): Work<void> {
  const { table } = yield* engine();
  yield* run(
    `INSERT INTO feeds (url, host)
     SELECT url, host FROM ${table('$1', { url: 'text', host: 'text' })} AS item WHERE true
     ON CONFLICT (url) DO UPDATE SET host = excluded.host, lease_until_ms = 0`,
    feeds.map(({ url, host }) => [url, host]),
  );
}

/**
 * Replaces the operator's list. Unknown feeds are due now. Feeds whose last fetch or lease lies in the future are
 * also due now, because the clock has been put back.
 * @param awake Makes all listed feeds due now, and ends their leases.
 */
export function* listFeeds(feeds: readonly NamedFeed[], now: number, awake = false): Work<void> {
  const { table } = yield* engine();
  const listed = feeds.map(({ url, host, newADay = null }) => [url, host, newADay]);
  if (listed.length === 0) return yield* run(`UPDATE feeds SET ${UNLISTED} WHERE source = 'list'`);
  yield* makePublic(
    feeds.map(({ url }) => url),
    now,
  );
  yield* run(
    `INSERT INTO feeds (url, host, source, next_fetch_at_ms, new_a_day)
     SELECT url, host, 'list', $2, new_a_day
     FROM ${table('$1', { url: 'text', host: 'text', new_a_day: 'integer' })} AS item WHERE true
     ON CONFLICT (url) DO UPDATE SET
       host = excluded.host, source = excluded.source, new_a_day = excluded.new_a_day,
       next_fetch_at_ms = CASE WHEN feeds.next_fetch_at_ms < $2 THEN $2 ELSE feeds.next_fetch_at_ms END
     WHERE feeds.source IS DISTINCT FROM 'list'
       OR feeds.new_a_day IS DISTINCT FROM excluded.new_a_day`,
    listed,
    now,
  );
  yield* run(
    `UPDATE feeds SET ${UNLISTED}
     WHERE url IN (SELECT url FROM feeds WHERE source = 'list'
       EXCEPT SELECT url FROM ${table('$1', { url: 'text' })} AS item)`,
    listed,
  );
  yield* run(
    `UPDATE feeds SET next_fetch_at_ms = $1, lease_until_ms = 0
     WHERE source IS NOT NULL
       AND (last_fetch_at_ms > $2 OR lease_until_ms > $3)`,
    now,
    now + EARLY_MS,
    now + LEASE_MS + EARLY_MS,
  );
  const isShort = listed.length <= MAX_FOLLOWED_LIST ? 1 : 0;
  yield* run(
    `UPDATE feeds SET followed = CASE WHEN followers > 0 THEN 1 ELSE $1 END
     WHERE source = 'list' AND followed <> CASE WHEN followers > 0 THEN 1 ELSE $1 END`,
    isShort,
  );
  if (awake) {
    const due = `UPDATE feeds SET next_fetch_at_ms = $1, lease_until_ms = 0 WHERE source = 'list'`;
    yield* run(due, now);
  }
}

/**
 * Claims feeds, the earliest due first, at most {@link MAX_PER_HOST} per host. `recordFetch`, `releaseFeeds` or the
 * end of the lease ends a claim. Serialize claims: concurrent claims would exceed the limit per host.
 */
export function* claimFeeds({ now, dueMs, limit, among }: FeedClaim): Work<ClaimedFeed[]> {
  const { table, skipLocked } = yield* engine();
  const [wanted, values] =
    among === undefined
      ? [`${IS_SCHEDULED} AND next_fetch_at_ms <= $4`, [dueMs]]
      : [
          `url IN (SELECT url FROM ${table('$4', { url: 'text' })} AS item)`,
          [among.map((url) => [url])],
        ];
  const found = yield* rows(
    claimedFeed,
    `WITH held AS (
       SELECT host, count(*) AS feeds FROM feeds
       WHERE lease_until_ms > 0 AND lease_until_ms > $1 GROUP BY host
     ), free AS (
       SELECT feeds.id, feeds.host, next_fetch_at_ms, last_fetch_at_ms, coalesce(held.feeds, 0) AS held
       FROM feeds LEFT JOIN held ON held.host = feeds.host
       WHERE ${wanted} AND lease_until_ms <= $1 AND coalesce(held.feeds, 0) < ${MAX_PER_HOST}
       ORDER BY next_fetch_at_ms, last_fetch_at_ms, feeds.id LIMIT ${MAX_CONSIDERED} ${skipLocked('feeds')}
     ), ranked AS (
       SELECT id, next_fetch_at_ms, last_fetch_at_ms, held + row_number() OVER (
         PARTITION BY host ORDER BY next_fetch_at_ms, last_fetch_at_ms, id
       ) AS nth FROM free
     )
     UPDATE feeds SET lease_until_ms = $2 WHERE id IN (
       SELECT id FROM ranked WHERE nth <= ${MAX_PER_HOST}
       ORDER BY next_fetch_at_ms, last_fetch_at_ms, id LIMIT $3
     ) RETURNING url, followed, state, ${FEED_RECORD_COLUMNS}`,
    now,
    now + LEASE_MS,
    limit,
    ...values,
  );
  return found
    .map(({ url, followed, state, ...record }) => ({
      url,
      followed: followed !== 0,
      isHidden: state === 'followers',
      record: readFeedRecord(record),
    }))
    .sort((left, right) => left.record.nextFetchAtMs - right.record.nextFetchAtMs);
}

/** Ends the claims of feeds that were not fetched. */
export function* releaseFeeds(urls: readonly string[]): Work<void> {
  const { table } = yield* engine();
  yield* run(
    `UPDATE feeds SET lease_until_ms = 0
     WHERE url IN (SELECT url FROM ${table('$1', { url: 'text' })} AS item)`,
    urls.map((url) => [url]),
  );
}

export function* feedQueue(now: number): Work<FeedQueue> {
  const { feeds, due, oldestMs } = yield* row(
    queueCounts,
    `SELECT count(*) AS feeds, count(*) FILTER (WHERE next_fetch_at_ms <= $1) AS due,
       min(next_fetch_at_ms) AS oldest_ms
     FROM feeds WHERE ${IS_SCHEDULED}`,
    now,
  );
  return { feeds, due, lateMs: Math.max(0, now - (oldestMs ?? now)) };
}
