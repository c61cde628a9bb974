import * as z from 'zod';
import { DAY_MS } from '../../contract/index.ts';
import type { NamedFeed } from './feed-queue.ts';
import { NAMED, nameInPublic } from '../gate/feed-state.ts';
import { engine, row, rows, run, type Work } from '../sql/work.ts';

/** A show that an index lists. Times are epoch milliseconds. */
export interface Candidate extends NamedFeed {
  title: string;
  /** When the index added the show, and its probation began. */
  sinceMs: number;
  startedMs: number;
  publisher: string | null;
  /** The show's number at Podcast Index, its number at Apple and its GUID. */
  indexId?: number | null;
  appleId?: number | null;
  guid?: string | null;
}

/** Some of the candidates of an index. */
export interface CandidateBatch {
  candidates: readonly Candidate[];
  /** Index of the first among all candidates, whose first fetches are spread over a day. */
  first: number;
  total: number;
  /** Start of the loading. */
  now: number;
}

const COLUMNS = {
  url: 'text',
  host: 'text',
  title: 'text',
  publisher: 'text',
  since_ms: 'integer',
  started_ms: 'integer',
  due_ms: 'integer',
  index_id: 'integer',
  apple_id: 'integer',
  guid: 'text',
} as const;

/**
 * Stores candidates on probation; returns how many are new. Known shows keep their state and dates, except
 * that a show that only its followers heard goes on probation, as its address is public now.
 */
export function* addCandidates({ candidates, first, total, now }: CandidateBatch): Work<number> {
  const { table } = yield* engine();
  const items = candidates.map((candidate, at) => {
    const { url, host, title, publisher, sinceMs, startedMs, ...ids } = candidate;
    const dueMs = now + Math.floor((DAY_MS * (first + at)) / Math.max(1, total));
    const { indexId = null, appleId = null, guid = null } = ids;
    return [url, host, title, publisher, sinceMs, startedMs, dueMs, indexId, appleId, guid];
  });
  yield* nameInPublic(
    candidates.map(({ url }) => url),
    NAMED,
    now,
  );
  const item = `${table('$1', COLUMNS)} AS item`;
  const { added } = yield* row(
    z.object({ added: z.number() }),
    `SELECT count(*) AS added FROM ${item}
     WHERE NOT EXISTS (SELECT 1 FROM feeds WHERE feeds.url = item.url AND source IS NOT NULL)`,
    items,
  );
  yield* run(
    `INSERT INTO feeds (url, host, title, publisher, since_ms, started_ms, next_fetch_at_ms,
       index_id, apple_id, guid, source, state, state_since_ms, indexed_at_ms)
     SELECT url, host, title, publisher, since_ms, started_ms, due_ms,
       index_id, apple_id, guid, 'index', 'probation', since_ms, $2 FROM ${item} WHERE true
     ON CONFLICT (url) DO UPDATE SET
       indexed_at_ms = excluded.indexed_at_ms, index_id = excluded.index_id,
       apple_id = excluded.apple_id, guid = excluded.guid,
       source = excluded.source,
       since_ms = coalesce(feeds.since_ms, excluded.since_ms),
       started_ms = coalesce(feeds.started_ms, excluded.started_ms),
       next_fetch_at_ms = CASE WHEN feeds.source IS NULL
         THEN excluded.next_fetch_at_ms ELSE feeds.next_fetch_at_ms END
     WHERE feeds.source IS DISTINCT FROM 'list'`,
    items,
    now,
  );
  return added;
}

/**
 * Deletes candidates that were never fetched and that the loading that began at `startedAtMs` did not choose;
 * returns their number.
 */
export function* forgetCandidates(startedAtMs: number): Work<number> {
  const gone = yield* rows(
    z.object({ id: z.number() }),
    `DELETE FROM feeds WHERE source = 'index' AND last_fetch_at_ms IS NULL
       AND indexed_at_ms < $1 AND followers = 0 AND reason IS NULL RETURNING id`,
    startedAtMs,
  );
  return gone.length;
}
