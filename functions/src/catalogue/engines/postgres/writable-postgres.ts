import * as z from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { CatalogueReader, WritableCatalogue } from '../../catalogue.ts';
import { TRY_OF_WRITER_MS } from '../../answers/search-in-time.ts';
import { recordRefresh } from '../../store/feeds.ts';
import { openServers, type PostgresAccess, postgresCatalogue } from './open-postgres.ts';
import {
  carryOut,
  OF_EPISODES,
  readOnServer,
  WRITE_LOCK,
  writeOnServer,
} from './postgres-store.ts';
import { type ServerLimits, WRITING } from './server/server-limits.ts';
import { inTransaction, type SqlServer } from './server/sql-server.ts';
import { firstEpisodeId } from '../../schema/episode-id.ts';
import { RETENTION_MS } from '../../store/retention.ts';
import { linksOf, regroupLinked } from '../../store/duplicates-store.ts';
import { onlyOne, row, rows, run, type Work } from '../../schema/work.ts';
import { type DayTable, dayTables, dropDayTable } from './day-tables.ts';
import { causeCode } from './server/postgres-failure.ts';

/** DROP waits for searches that lock the table. After 3 s it fails, and the next refresh drops the table. */
const BEGIN = `BEGIN; SET LOCAL lock_timeout = '3s'; ${WRITE_LOCK}`;
/** SQLSTATEs that leave pruning to the next refresh: lock not available, deadlock, partition dropped by another. */
const DEFERRED: readonly string[] = ['55P03', '40P01', '42P01'];

/** Uses one transaction per partition, because a search locks many partitions. */
async function prunePostgres(server: SqlServer, now: number): Promise<number> {
  const oldestKept = firstEpisodeId(Math.max(0, now - RETENTION_MS));
  const days = await server.session(dayTables);
  let removed = 0;
  for (const day of days) {
    if (day.firstId >= oldestKept) break;
    try {
      removed += await inTransaction(server, BEGIN, (session) =>
        carryOut(session, removeBefore(day, oldestKept)),
      );
    } catch (error) {
      if (!DEFERRED.includes(causeCode(error))) throw error;
      break;
    }
  }
  return removed;
}

/** Deletes the day's episodes below id `end`, or the whole partition. Returns the number of deleted episodes. */
function* removeBefore({ name, endId }: DayTable, end: bigint): Work<number> {
  const grouped = 'SELECT episode_id FROM copies WHERE copy_group IS NOT NULL AND episode_id < $1';
  const found = yield* rows(z.object({ episodeId: z.number() }), grouped, end);
  const links = yield* linksOf(found.map(({ episodeId }) => episodeId));
  const { removed } = yield* row(
    z.object({ removed: z.number() }),
    `WITH gone AS (DELETE FROM ${name} WHERE id < $1 RETURNING feed_id),
       numbers AS (SELECT feed_id, count(*) AS gone FROM gone GROUP BY feed_id),
       fewer AS (
         UPDATE feeds SET episodes = episodes - numbers.gone FROM numbers WHERE feeds.id = feed_id
       )
     SELECT coalesce(sum(gone), 0)::bigint AS removed FROM numbers`,
    end,
  );
  for (const table of OF_EPISODES) {
    yield* run(`DELETE FROM ${table} WHERE episode_id < $1`, end);
  }
  if (endId <= end) yield* dropDayTable(name);
  yield* regroupLinked(links);
  return removed;
}

/** `read` uses the primary, because alerts would miss episodes on a lagging replica. */
export function openPostgresReader(
  url: string,
  access: PostgresAccess,
  limits?: ServerLimits,
): CatalogueReader {
  return postgresReader(...openServers(url, access, limits));
}

export function openWritablePostgres(
  url: string,
  { password }: Pick<PostgresAccess, 'password'>,
  limits: ServerLimits = WRITING,
): WritableCatalogue {
  const [server] = openServers(url, { password, readUrl: undefined }, limits);
  return writablePostgresCatalogue(server);
}

function postgresReader(server: SqlServer, replica?: SqlServer, tryMs?: number): CatalogueReader {
  return {
    ...postgresCatalogue(server, replica, tryMs),
    read: (work) => readOnServer(server, work),
  };
}

export function writablePostgresCatalogue(server: SqlServer): WritableCatalogue {
  return {
    ...postgresReader(server, server, TRY_OF_WRITER_MS),
    write: (work) => writeOnServer(server, work),
    writeOne: (work) => server.session((session) => carryOut(session, onlyOne(work()))),
    prune: (now) => prunePostgres(server, now),
    finishRefresh: (finishedAtMs) => writeOnServer(server, () => recordRefresh(finishedAtMs)),
    // Nothing is checked here, because the operator maintains and repairs the server.
    check: () => Promise.resolve(),
    isDamaged: () => false,
    startAnew() {
      throw new AppError('internal', 'The catalogue is on a server; mend it there');
    },
  };
}
