import * as z from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { CatalogueReader, WritableCatalogue } from '../../catalogue.ts';
import { recordRefresh } from '../../store/feeds.ts';
import { storeReader, storeWriter } from '../../store/stored-catalogue.ts';
import { openServers, type PostgresAccess, postgresCatalogue } from './open-postgres.ts';
import { OF_EPISODES, POSTGRES_STORE, postgresRunner, WRITE_LOCK } from './postgres-store.ts';
import { type ServerLimits, WRITING } from './server/server-limits.ts';
import { carryOut, inTransaction, type SqlServer } from './server/sql-server.ts';
import { firstEpisodeId } from '../../episode-id.ts';
import { RETENTION_MS } from '../../retention.ts';
import { linksOf, regroupLinked } from '../../store/duplicates.ts';
import { rows, run, type Work } from '../../store/work.ts';
import { allDayTables, type DayTable, dropDayTable } from './day-tables.ts';
import { causeCode } from './server/postgres-failure.ts';

const ids = z.array(z.tuple([z.number()]));
const counts = z.tuple([z.tuple([z.number()])]);

/** A table is dropped between two searches; where they leave no gap for so long, the next time. */
const BEGIN = "BEGIN; SET LOCAL lock_timeout = '3s'";
/** PostgreSQL's codes for a lock that is not to be had, and for a day that another refresher dropped. */
const LATER: readonly string[] = ['55P03', '40P01', '42P01'];

/**
 * Removes the days that are too old, and what is too old of the next one. A day at a time, each with
 * locks of its own: searches hold those of many days at once. As {@link WritableCatalogue.prune}.
 */
async function prunePostgres(server: SqlServer, now: number): Promise<number> {
  const oldestKept = firstEpisodeId(Math.max(0, now - RETENTION_MS));
  const days = await server.session((session) => carryOut(session, allDayTables()));
  let removed = 0;
  for (const day of days) {
    if (day.firstId >= oldestKept) break;
    try {
      removed += await inTransaction(server, BEGIN, async (session) => {
        await session.rows(WRITE_LOCK);
        return carryOut(session, removeBefore(day, oldestKept));
      });
    } catch (error) {
      if (!LATER.includes(causeCode(error))) throw error;
      break;
    }
  }
  return removed;
}

/** Removes a day's episodes before an id and takes them off their feeds' counts. */
function* removeBefore({ name, endId }: DayTable, end: bigint): Work<number> {
  const grouped = 'SELECT episode_id FROM copies WHERE copy_group IS NOT NULL AND episode_id < $1';
  const links = yield* linksOf(POSTGRES_STORE, ids.parse(yield* rows(grouped, end)).flat());
  const gone = yield* rows(
    `WITH gone AS (DELETE FROM ${name} WHERE id < $1 RETURNING feed_id),
       numbers AS (SELECT feed_id, count(*) AS gone FROM gone GROUP BY feed_id),
       fewer AS (
         UPDATE feeds SET episodes = episodes - numbers.gone FROM numbers WHERE feeds.id = feed_id
       )
     SELECT coalesce(sum(gone), 0)::bigint FROM numbers`,
    end,
  );
  for (const table of OF_EPISODES) {
    yield* run(`DELETE FROM ${table} WHERE episode_id < $1`, end);
  }
  if (endId <= end) yield* dropDayTable(name);
  yield* regroupLinked(POSTGRES_STORE, links);
  const [[count]] = counts.parse(gone);
  return count;
}

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
