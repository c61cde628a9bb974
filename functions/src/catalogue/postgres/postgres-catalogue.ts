import * as z from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Catalogue, CatalogueContents, WritableCatalogue } from '../catalogue.ts';
import { recordRefresh } from '../store/feeds.ts';
import { storeReader, storeWriter } from '../store/stored-catalogue.ts';
import { POSTGRES_STORE, postgresRunner } from './postgres-store.ts';
import { prunePostgres } from './prune-postgres.ts';
import { queryPostgres } from './search/postgres-query.ts';
import type { SqlServer } from './server/sql-server.ts';
import { postgresSpokenShows } from './spoken/spoken-shows.ts';

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
 * The catalogue on a PostgreSQL server, to read. Searches may be a moment behind where they are
 * answered by a replica; alerts read the server itself, for what they do not find they never tell.
 */
export function postgresCatalogue(server: SqlServer, replica: SqlServer = server): Catalogue {
  return {
    ...storeReader(POSTGRES_STORE, postgresRunner(server)),
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

/** The catalogue on a PostgreSQL server, to read and to write. */
export function writablePostgresCatalogue(server: SqlServer): WritableCatalogue {
  const runner = postgresRunner(server);
  return {
    ...postgresCatalogue(server),
    ...storeWriter(POSTGRES_STORE, runner),
    prune: (now) => prunePostgres(server, now),
    finishRefresh: (finishedAtMs) => runner.write(() => recordRefresh(finishedAtMs)),
    // PostgreSQL looks after itself, and what it finds broken is for its operator to mend.
    check: () => Promise.resolve(),
    isDamaged: () => false,
    startAnew() {
      throw new AppError('internal', 'The catalogue is on a server; mend it there');
    },
  };
}
