import * as z from 'zod';
import { DAY_MS } from '../../../contract/index.ts';
import { firstEpisodeId } from '../../schema/episode-id.ts';
import { rows, run, type Work } from '../../schema/work.ts';
import { rowsOf, type SqlSession } from './server/sql-server.ts';

const dayRow = z.object({ name: z.string(), firstId: z.number(), endId: z.number() });

/** The partition of one UTC day; `name` is like "episodes_20261121". */
export interface DayTable {
  name: string;
  firstId: bigint;
  /** First id of the next day. */
  endId: bigint;
}

function dayTable(atMs: number): DayTable {
  const startMs = Math.floor(atMs / DAY_MS) * DAY_MS;
  return {
    name: `episodes_${new Date(startMs).toISOString().slice(0, 10).replaceAll('-', '')}`,
    firstId: firstEpisodeId(startMs),
    endId: firstEpisodeId(startMs + DAY_MS),
  };
}

const DAYS = 'SELECT name, first_id, end_id FROM days ORDER BY first_id';

/** Returns the partitions, oldest first. */
export async function dayTables(session: SqlSession): Promise<DayTable[]> {
  return (await rowsOf(session, dayRow, DAYS)).map(readDay);
}

function readDay({ name, firstId, endId }: z.infer<typeof dayRow>): DayTable {
  return { name, firstId: BigInt(firstId), endId: BigInt(endId) };
}

export function* dropDayTable(name: string): Work<void> {
  yield* run(`DROP TABLE ${name}`);
  yield* run('DELETE FROM days WHERE name = $1', name);
}

/** Creates missing partitions. Unlike PARTITION OF, ATTACH PARTITION does not block searches. */
export function* ensureDayTables(timesMs: readonly number[]): Work<void> {
  const wanted = new Map(timesMs.map(dayTable).map((table) => [table.name, table]));
  if (wanted.size === 0) return;
  for (const { name } of yield* rows(dayRow, DAYS)) wanted.delete(name);
  for (const { name, firstId, endId } of wanted.values()) {
    yield* run(`
      CREATE TABLE ${name} (LIKE episodes INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
        WITH (toast_tuple_target = 8160);
      ALTER TABLE episodes ATTACH PARTITION ${name} FOR VALUES FROM (${firstId}) TO (${endId});
      INSERT INTO days (name, first_id, end_id) VALUES ('${name}', ${firstId}, ${endId})`);
  }
}
