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

/** Maximum of feeds of one host that all workers together fetch at the same time. */
const HOST_SHARE = 4;
/** Lease of a claimed feed, longer than fetching and storing take: when it ends, the worker has died. */
export const LEASE_MS = 5 * MINUTE_MS;
/**
 * Feeds of a list up to this length are fetched as often as possible, feeds of a longer one as often as they
 * bring something.
 */
const FOLLOWED_LIST = 1_000;
/** Maximum of due feeds that one claim looks at. The first ones may exceed the share of their host. */
const LOOKED_AT = 250;

/** A feed to be fetched; `host` is the host whose {@link HOST_SHARE} it uses. */
export interface NamedFeed {
  url: string;
  host: string;
}

export interface ClaimedFeed {
  url: string;
  /** Whether the feed is fetched as often as possible. */
  followed: boolean;
  /** Only its followers find it, so that its address is a secret. */
  isHidden: boolean;
  record: FeedRecord;
}

export interface FeedClaim {
  /** Time by which leases begin and end, epoch milliseconds. */
  now: number;
  /** Feeds that are due at this time are claimed, the longest due first. */
  dueMs: number;
  limit: number;
  /** Claims only these URLs, due or not. */
  among?: readonly string[] | undefined;
}

export interface FeedQueue {
  /** Number of feeds that are fetched when they are due. */
  feeds: number;
  due: number;
  /** How long the feed that waits longest has been due, milliseconds. */
  lateMs: number;
}

/** SQL condition: the feed is fetched when it is due. */
export const ASKED = `source IS NOT NULL AND state <> 'blocked'`;

/** SQL assignment for a feed that the list no longer names: people still want it if it has followers. */
const UNLISTED = `source = CASE WHEN followers > 0 THEN 'person' END`;

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

/** Stores feeds, so that they can be claimed by URL. Leases on them end. */
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
 * Makes these feeds the operator's list, which is fetched when due. Unknown feeds are due now. So is every
 * feed whose last fetch or lease was dated by a clock that has been put back since.
 * @param awake Makes all listed feeds due now, and ends leases on them.
 */
export function* listFeeds(feeds: readonly NamedFeed[], now: number, awake = false): Work<void> {
  const { table } = yield* engine();
  const listed = feeds.map(({ url, host }) => [url, host]);
  if (listed.length === 0) return yield* run(`UPDATE feeds SET ${UNLISTED} WHERE source = 'list'`);
  yield* makePublic(
    feeds.map(({ url }) => url),
    now,
  );
  yield* run(
    `INSERT INTO feeds (url, host, source, next_fetch_at_ms)
     SELECT url, host, 'list', $2
     FROM ${table('$1', { url: 'text', host: 'text' })} AS item WHERE true
     ON CONFLICT (url) DO UPDATE SET
       host = excluded.host, source = excluded.source,
       next_fetch_at_ms = CASE WHEN feeds.next_fetch_at_ms < $2 THEN $2 ELSE feeds.next_fetch_at_ms END
     WHERE feeds.source IS DISTINCT FROM 'list'`,
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
  const isShort = listed.length <= FOLLOWED_LIST ? 1 : 0;
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
 * Claims feeds to be fetched now, the longest due first and no more of a host than {@link HOST_SHARE}. A
 * claim ends with `recordFetch` or `releaseFeeds`, at the latest after {@link LEASE_MS}. Claims run one after
 * the other, so that the feeds of a host are counted correctly.
 */
export function* claimFeeds({ now, dueMs, limit, among }: FeedClaim): Work<ClaimedFeed[]> {
  const { table, skipLocked } = yield* engine();
  const [wanted, values] =
    among === undefined
      ? [`${ASKED} AND next_fetch_at_ms <= $4`, [dueMs]]
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
       WHERE ${wanted} AND lease_until_ms <= $1 AND coalesce(held.feeds, 0) < ${HOST_SHARE}
       ORDER BY next_fetch_at_ms, last_fetch_at_ms, feeds.id LIMIT ${LOOKED_AT} ${skipLocked('feeds')}
     ), ranked AS (
       SELECT id, next_fetch_at_ms, last_fetch_at_ms, held + row_number() OVER (
         PARTITION BY host ORDER BY next_fetch_at_ms, last_fetch_at_ms, id
       ) AS nth FROM free
     )
     UPDATE feeds SET lease_until_ms = $2 WHERE id IN (
       SELECT id FROM ranked WHERE nth <= ${HOST_SHARE}
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

/** Ends the leases of claimed feeds that were not fetched. */
export function* releaseFeeds(urls: readonly string[]): Work<void> {
  const { table } = yield* engine();
  yield* run(
    `UPDATE feeds SET lease_until_ms = 0
     WHERE url IN (SELECT url FROM ${table('$1', { url: 'text' })} AS item)`,
    urls.map((url) => [url]),
  );
}

/** State of the queue of feeds that are fetched when they are due. */
export function* feedQueue(now: number): Work<FeedQueue> {
  const { feeds, due, oldestMs } = yield* row(
    queueCounts,
    `SELECT count(*) AS feeds, count(*) FILTER (WHERE next_fetch_at_ms <= $1) AS due,
       min(next_fetch_at_ms) AS oldest_ms
     FROM feeds WHERE ${ASKED}`,
    now,
  );
  return { feeds, due, lateMs: Math.max(0, now - (oldestMs ?? now)) };
}
