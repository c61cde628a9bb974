import type { Trend } from '../../../../contract/index.ts';
import type { QueryPlan } from '../../../../query/plan-query.ts';
import type { CatalogueQuery, TrendQuery } from '../../../answers/catalogue-query.ts';
import { firstIdOfTrend, mostOfShows, showRows, trendOf } from '../../../answers/trend.ts';
import type { DayTable } from '../day-tables.ts';
import { dedupeResults } from './dedupe-results.ts';
import { matchingIds, type Searched } from './matching-ids.ts';
import { searchCost } from './search-cost.ts';

/** Reading a match, its group and its show, in the unit of `searchCost`. */
const COST_OF_MENTION = 2;

interface Counted extends TrendQuery, Pick<CatalogueQuery, 'reviewed' | 'followed'> {
  /** In the unit of `searchCost`. */
  mostCost: number;
  /** All days, newest first. */
  days: readonly DayTable[];
}

/** The trend, of fewer days if all would cost too much; null if even the newest day costs too much. */
export async function countMentions(
  searched: Searched,
  plan: QueryPlan,
  { atMs, most, mostCost, days: all, reviewed, followed }: Counted,
): Promise<Trend | null> {
  const { session } = searched;
  const oldestId = firstIdOfTrend(atMs);
  const wanted = all.filter(({ endId }) => endId > oldestId);
  const left = mostCost - most * COST_OF_MENTION;
  const priced = { days: wanted, further: searched.further };
  const { afforded: days } = await searchCost(session, plan, priced, left);
  if (days.length === 0 && wanted.length > 0) return null;
  const isNarrowed = days.length < wanted.length;
  const firstId = isNarrowed ? (days.at(-1)?.firstId ?? oldestId) : oldestId;
  const here = { ...searched, days, oldestId: firstId };
  const find = (limit: number) => matchingIds(here, plan, limit);
  const bounds = { days, most, reviewed, followed };
  const { shown, lastId, endedAt } = await dedupeResults(session, find, bounds);
  const ids = shown.map(({ id }) => id);
  const isFull = ids.length >= most;
  const sinceId = isFull ? lastId : (endedAt ?? (isNarrowed ? firstId : undefined));
  const shows = await showsOf(searched, days, ids);
  return trendOf(atMs, { ids, sinceId, shows });
}

async function showsOf({ session }: Searched, days: readonly DayTable[], ids: readonly number[]) {
  if (ids.length === 0) return [];
  const ofDays = days.map(
    ({ name }) => `SELECT podcast FROM ${name} WHERE id = ANY ($1::text[]::bigint[])`,
  );
  const { rows } = await session.find(mostOfShows(ofDays.join(' UNION ALL ')), [ids.map(String)]);
  return showRows.parse(rows);
}
