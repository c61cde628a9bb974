import * as z from 'zod';
import type { SpokenShow } from '../../../contract/index.ts';
import type { SqlServer } from './server/sql-server.ts';

const SHOWS = `
  SELECT podcast, total, said FROM (
    SELECT max(podcast) AS podcast, count(*) AS total, count(transcripts.episode_id) AS said
    FROM episodes LEFT JOIN transcripts ON transcripts.episode_id = episodes.id AND spoken IS NOT NULL
    WHERE episodes.feed_id IN (SELECT feed_id FROM transcripts WHERE spoken IS NOT NULL)
    GROUP BY episodes.feed_id
  ) AS shows
  WHERE said > 0 ORDER BY said DESC, podcast LIMIT $1`;

const shows = z.array(z.tuple([z.string(), z.number(), z.number()]));

/** As {@link Catalogue.spokenShows}. */
export async function postgresSpokenShows(server: SqlServer, limit: number): Promise<SpokenShow[]> {
  const rows = await server.session((session) => session.rows(SHOWS, [limit]));
  return shows.parse(rows).map(([podcast, episodes, spoken]) => ({ podcast, episodes, spoken }));
}
