import type { Trend } from '../../../../contract/index.ts';
import type { QueryPlan } from '../../../../query/plan-query.ts';
import type { CatalogueQuery, TrendQuery } from '../../../answers/catalogue-query.ts';
import { mostOfShows, showRows, trendOf } from '../../../answers/trend.ts';
import type { DayTable } from '../day-tables.ts';
import { dedupeResults } from './dedupe-results.ts';
import { matchingIds, type Searched } from './matching-ids.ts';
import type { SqlSession } from '../server/sql-server.ts';

interface Counted extends TrendQuery, Pick<CatalogueQuery, 'followed'> {}

/** The trend of the searched days. */
export async function countMentions(
  searched: Searched,
  plan: QueryPlan,
  { atMs, most, followed }: Counted,
): Promise<Trend> {
  const { session, days } = searched;
  const find = (limit: number) => matchingIds(searched, plan, limit);
  const bounds = { days, most, followed };
  const { shown, lastId, endedAt } = await dedupeResults(session, find, bounds);
  const ids = shown.map(({ id }) => id);
  const sinceId = ids.length >= most ? lastId : endedAt;
  return trendOf(atMs, { ids, sinceId, shows: await showsOf(session, days, ids) });
}

async function showsOf(session: SqlSession, days: readonly DayTable[], ids: readonly number[]) {
  if (ids.length === 0) return [];
  const ofDays = days.map(
    ({ name }) => `SELECT podcast FROM ${name} WHERE id = ANY ($1::text[]::bigint[])`,
  );
  const { rows } = await session.find(mostOfShows(ofDays.join(' UNION ALL ')), [ids.map(String)]);
  return showRows.parse(rows);
}
