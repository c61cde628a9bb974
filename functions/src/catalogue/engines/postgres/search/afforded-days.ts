import * as z from 'zod';
import { affordedDays } from '../../../answers/afforded-days.ts';
import type { DayTable } from '../day-tables.ts';
import { rowsOf, type SqlSession } from '../server/sql-server.ts';
import type { WordTable } from '../words/word-tables.ts';

export interface TableCost {
  /** Null: the partitions of episodes. */
  table: WordTable | null;
  /** Cost of all days together. */
  cost: number;
}

const dayTexts = z.object({ day: z.number(), texts: z.number() });

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
  const statement = `SELECT width_bucket(episode_id, $1::text[]::bigint[])::integer AS day, count(*) AS texts
    FROM ${table} WHERE episode_id >= $2 GROUP BY 1`;
  const found = await rowsOf(session, dayTexts, statement, [bounds, bounds[0] ?? '0']);
  const counts = new Map(found.map(({ day, texts }) => [day, texts]));
  return days.map((_, at) => counts.get(days.length - at) ?? 0);
}

async function rowsOfPartitions(session: SqlSession, days: readonly DayTable[]): Promise<number[]> {
  const each = days.map(
    ({ name }, at) =>
      `SELECT ${at} AS day, greatest(reltuples, 1)::bigint AS texts FROM pg_class WHERE oid = '${name}'::regclass`,
  );
  const found = await rowsOf(session, dayTexts, each.join(' UNION ALL '));
  const texts = new Map(found.map((row) => [row.day, row.texts]));
  return days.map((_, at) => texts.get(at) ?? 0);
}
