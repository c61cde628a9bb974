import * as z from 'zod';
import { planQuery } from '../../../../query/plan-query.ts';
import type { CatalogueQuery } from '../../../answers/catalogue-query.ts';
import { isForFollowers } from '../../../answers/visibility.ts';
import { SPELLING_COLUMNS } from '../../../schema/episode-row.ts';
import { type DayTable, dayTables } from '../day-tables.ts';
import { inTransaction, rowsOf, type SqlServer, type SqlSession } from '../server/sql-server.ts';
import { wordQuery } from '../words/word-query.ts';
import { BEGIN, BY_WORD } from './postgres-query.ts';

const idRow = z.object({ id: z.number() });
const texts = z.array(z.array(z.string()));

export async function postgresTextsWith(
  server: SqlServer,
  { keywords, limit }: Pick<CatalogueQuery, 'keywords' | 'limit'>,
  signal?: AbortSignal,
): Promise<string[][]> {
  const plan = planQuery(keywords);
  if (plan === null) return [];
  const search = async (session: SqlSession) => {
    const days = (await dayTables(session)).reverse();
    if (days.length === 0) return [];
    const found = await rowsOf(session, idRow, newestWith(days), [wordQuery(plan), limit]);
    const ids = found.map(({ id }) => id);
    return textsOf(session, days, ids);
  };
  return inTransaction(server, `${BEGIN}; ${BY_WORD}`, search, signal);
}

/** PostgreSQL reads a table only if the previous tables have too few matches, so most queries read one table. */
function newestWith(days: readonly DayTable[]): string {
  const tables = [
    ...days.map(({ name }) => `SELECT id FROM ${name}`),
    'SELECT episode_id FROM more_words',
  ];
  const each = tables.map((select) => `(${select} WHERE words @@ $1::tsquery LIMIT $2)`);
  return `SELECT id FROM (${each.join(' UNION ALL ')}) AS found LIMIT $2`;
}

async function textsOf(
  session: SqlSession,
  days: readonly DayTable[],
  ids: readonly number[],
): Promise<string[][]> {
  const ofDays = days
    .filter(({ firstId, endId }) => ids.some((id) => id >= firstId && id < endId))
    .map(
      ({ name }) => `SELECT ${SPELLING_COLUMNS} FROM ${name} WHERE id = ANY ($1::text[]::bigint[])
      AND NOT ${isForFollowers('feed_id')}`,
    );
  if (ofDays.length === 0) return [];
  const { rows } = await session.find(ofDays.join(' UNION ALL '), [ids.map(String)]);
  return texts.parse(rows);
}
