import * as z from 'zod';
import { firstEpisodeId } from '../episode-id.ts';
import { RETENTION_MS } from '../retention.ts';
import { causeCode } from './server/postgres-failure.ts';
import { linksOf, regroupLinked } from './copies/update-copies.ts';
import { dayTables, dropDayTable } from './day-tables.ts';
import { WRITE_LOCK } from './postgres-store-feed.ts';
import { inTransaction, type SqlServer, type SqlSession } from './server/sql-server.ts';

const ids = z.array(z.tuple([z.number()]));
const counts = z.tuple([z.tuple([z.number()])]);

/** Tables that hold something about episodes, by their ids. */
const OF_EPISODES = [
  ...['more_words', 'repeated_words', 'spoken_words', 'transcripts', 'chapter_files', 'copies'],
];

/** A table is dropped between two searches; where they leave no gap for so long, the next time. */
const BEGIN = "BEGIN; SET LOCAL lock_timeout = '3s'";
/** PostgreSQL's codes for a lock that is not to be had, and for a day that another refresher dropped. */
const LATER: readonly string[] = ['55P03', '40P01', '42P01'];

/**
 * Removes the days that are too old, and what is too old of the next one. A day at a time, each with
 * locks of its own: searches hold those of many days at once. As {@link WritableCatalogue.prune}.
 */
export async function prunePostgres(server: SqlServer, now: number): Promise<number> {
  const oldestKept = firstEpisodeId(Math.max(0, now - RETENTION_MS));
  const days = await server.session(dayTables);
  let removed = 0;
  for (const { name, firstId, endId } of days) {
    if (firstId >= oldestKept) break;
    try {
      removed += await inTransaction(server, BEGIN, async (session) => {
        await session.rows(WRITE_LOCK);
        const links = await linksBefore(session, oldestKept);
        const gone = await forgetEpisodes(session, name, oldestKept);
        for (const table of OF_EPISODES) {
          await session.rows(`DELETE FROM ${table} WHERE episode_id < $1`, [String(oldestKept)]);
        }
        if (endId <= oldestKept) await dropDayTable(session, name);
        await regroupLinked(session, links);
        return gone;
      });
    } catch (error) {
      if (!LATER.includes(causeCode(error))) throw error;
      break;
    }
  }
  return removed;
}

/** The keys that link episodes before an id with others. */
async function linksBefore(session: SqlSession, end: bigint): Promise<number[]> {
  const grouped = 'SELECT episode_id FROM copies WHERE copy_group IS NOT NULL AND episode_id < $1';
  return linksOf(session, ids.parse(await session.rows(grouped, [String(end)])).flat());
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
