import * as z from 'zod';
import type { SpokenShow } from '../../../contract/index.ts';
import { prepared, reading, type SqliteDatabase } from './sqlite-database.ts';

/** Begins with the small rows that FTS5 keeps for each text, as transcripts take long to read. */
const SHOWS = `
  WITH spoken AS (
    SELECT feed_id, count(*) AS said, max(episodes.id) AS newest
    FROM spoken_fts_docsize AS texts CROSS JOIN episodes ON episodes.id = texts.id GROUP BY feed_id
  )
  SELECT (SELECT podcast FROM episodes WHERE id = newest),
    (SELECT count(*) FROM episodes WHERE episodes.feed_id = spoken.feed_id), said
  FROM spoken ORDER BY said DESC, 1 LIMIT ?`;

const shows = z.array(z.tuple([z.string(), z.number(), z.number()]));

/** As {@link Catalogue.spokenShows}. */
export function sqliteSpokenShows(database: SqliteDatabase, limit: number): SpokenShow[] {
  return reading(database, (connection) =>
    shows
      .parse(prepared(connection, SHOWS).raw().all(limit))
      .map(([podcast, episodes, spoken]) => ({ podcast, episodes, spoken })),
  );
}
