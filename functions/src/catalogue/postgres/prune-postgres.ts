import * as z from 'zod';
import { firstEpisodeId } from '../episode-id.ts';
import { RETENTION_MS } from '../retention.ts';
import { dayTables } from './day-tables.ts';
import { WRITE_LOCK } from './postgres-store-feed.ts';
import { inTransaction, type SqlServer, type SqlSession } from './sql-server.ts';

const counts = z.tuple([z.tuple([z.number()])]);

/** A table is dropped between two searches; where they leave no gap for so long, the next time. */
const PATIENCE = "SET LOCAL lock_timeout = '3s'";

/** Removes the days that are too old, and what is too old of the next one. As {@link WritableCatalogue.prune}. */
export function prunePostgres(server: SqlServer, now: number): Promise<number> {
  const oldestKept = firstEpisodeId(Math.max(0, now - RETENTION_MS));
  return inTransaction(server, `BEGIN; ${PATIENCE}`, async (session) => {
    await session.rows(WRITE_LOCK);
    let removed = 0;
    for (const { name, firstId, endId } of await dayTables(session)) {
      if (firstId >= oldestKept) break;
      removed += await forgetEpisodes(session, name, oldestKept);
      if (endId <= oldestKept) await session.run(`DROP TABLE ${name}`);
    }
    if (removed > 0) {
      await session.rows('DELETE FROM more_words WHERE episode_id < $1', [String(oldestKept)]);
    }
    return removed;
  });
}

/** Removes a day's episodes before an id and takes them off their feeds' counts. */
async function forgetEpisodes(session: SqlSession, table: string, end: bigint): Promise<number> {
  const rows = await session.rows(
    `WITH gone AS (DELETE FROM ${table} WHERE id < $1 RETURNING feed_id),
       numbers AS (SELECT feed_id, count(*) AS gone FROM gone GROUP BY feed_id),
       fewer AS (
         UPDATE feeds SET episodes = episodes - numbers.gone FROM numbers WHERE feeds.id = feed_id
       )
     SELECT coalesce(sum(gone), 0)::bigint FROM numbers`,
    [String(end)],
  );
  const [[gone]] = counts.parse(rows);
  return gone;
}
