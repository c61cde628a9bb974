import * as z from 'zod';
import { affordedDays } from '../../../answers/afforded-days.ts';
import type { DayTable } from '../day-tables.ts';
import type { SqlSession } from '../server/sql-server.ts';
import type { WordTable } from '../words/word-tables.ts';

export interface TableCost {
  /** Null: the partitions of episodes. */
  table: WordTable | null;
  /** Of all days. */
  cost: number;
}

const spread = z.array(z.tuple([z.number(), z.number()]));

/** The newest days that cost no more than `most` together. `days`: newest first. */
export async function affordedTables(
  session: SqlSession,
  days: readonly DayTable[],
  costs: readonly TableCost[],
  most: number,
): Promise<readonly DayTable[]> {
  const perTable = [];
  for (const { table, cost } of costs.filter((each) => each.cost > 0)) {
    perTable.push({ cost, texts: await rowsByDay(session, days, table) });
  }
  return days.slice(0, affordedDays(perTable, days.length, most));
}

async function rowsByDay(
  session: SqlSession,
  days: readonly DayTable[],
  table: WordTable | null,
): Promise<number[]> {
  if (table === null) return rowsOfPartitions(session, days);
  const bounds = days.map(({ firstId }) => String(firstId)).reverse();
  const statement = `SELECT width_bucket(episode_id, $1::text[]::bigint[])::integer, count(*)
    FROM ${table} WHERE episode_id >= $2 GROUP BY 1`;
  const found = spread.parse(await session.rows(statement, [bounds, bounds[0] ?? '0']));
  const counts = new Map(found);
  return days.map((_, at) => counts.get(days.length - at) ?? 0);
}

async function rowsOfPartitions(session: SqlSession, days: readonly DayTable[]): Promise<number[]> {
  const each = days.map(
    ({ name }, at) =>
      `SELECT ${at}, greatest(reltuples, 1)::bigint FROM pg_class WHERE oid = '${name}'::regclass`,
  );
  const found = new Map(spread.parse(await session.rows(each.join(' UNION ALL '))));
  return days.map((_, at) => found.get(at) ?? 0);
}
