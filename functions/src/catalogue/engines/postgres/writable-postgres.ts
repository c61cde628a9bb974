import { AppError } from '../../../platform/app-error.ts';
import type { CatalogueReader, WritableCatalogue } from '../../catalogue.ts';
import { recordRefresh } from '../../store/feeds.ts';
import { storeReader, storeWriter } from '../../store/stored-catalogue.ts';
import { openServers, type PostgresAccess } from './open-postgres.ts';
import { postgresCatalogue } from './postgres-catalogue.ts';
import { POSTGRES_STORE, postgresRunner } from './postgres-store.ts';
import { prunePostgres } from './prune-postgres.ts';
import { type ServerLimits, WRITING } from './server/server-limits.ts';
import type { SqlServer } from './server/sql-server.ts';

/**
 * As `openPostgres`, with all that is stored. That is read from the server itself: what alerts do not find
 * because a replica is behind they never send.
 */
export function openPostgresReader(
  url: string,
  access: PostgresAccess,
  limits?: ServerLimits,
): CatalogueReader {
  return postgresReader(...openServers(url, access, limits));
}

/** As `openPostgres`, to read and to write. */
export function openWritablePostgres(
  url: string,
  { password }: Pick<PostgresAccess, 'password'>,
  limits: ServerLimits = WRITING,
): WritableCatalogue {
  const [server] = openServers(url, { password, readUrl: undefined }, limits);
  return writablePostgresCatalogue(server);
}

function postgresReader(server: SqlServer, replica?: SqlServer): CatalogueReader {
  const stored = storeReader(POSTGRES_STORE, postgresRunner(server));
  return { ...postgresCatalogue(server, replica), ...stored };
}

/** The catalogue on a PostgreSQL server, to read and to write. */
export function writablePostgresCatalogue(server: SqlServer): WritableCatalogue {
  const runner = postgresRunner(server);
  return {
    ...postgresReader(server),
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
