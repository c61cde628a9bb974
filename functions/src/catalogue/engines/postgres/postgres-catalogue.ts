import * as z from 'zod';
import type { Catalogue, CatalogueContents } from '../../catalogue.ts';
import { queryPostgres } from './search/postgres-query.ts';
import type { SqlServer } from './server/sql-server.ts';
import { postgresSpokenShows } from './spoken-shows.ts';

const CONTENTS = `
  SELECT coalesce(sum(episodes), 0)::bigint, count(*) FILTER (WHERE episodes > 0),
    (SELECT count(*) FROM transcripts WHERE spoken IS NOT NULL),
    (SELECT finished_at_ms FROM refreshes)
  FROM feeds`;

const contentsRows = z.tuple([
  z.tuple([z.number(), z.number(), z.number(), z.number().nullable()]),
]);

async function contents(server: SqlServer): Promise<CatalogueContents> {
  const rows = await server.session((session) => session.rows(CONTENTS));
  const [[episodes, podcasts, spoken, refreshedAtMs]] = contentsRows.parse(rows);
  return { episodes, podcasts, spoken, refreshedAtMs };
}

/**
 * The catalogue on a PostgreSQL server, to be searched; answers may be a moment behind where a replica
 * gives them.
 */
export function postgresCatalogue(server: SqlServer, replica: SqlServer = server): Catalogue {
  return {
    ready: () => Promise.resolve(),
    query: (query, signal) => queryPostgres(replica, query, signal),
    contents: () => contents(replica),
    spokenShows: (limit) => postgresSpokenShows(replica, limit),
    checkedAtMs: () => null,
    close: async () => {
      await Promise.all(new Set([server.close(), replica.close()]));
    },
  };
}
