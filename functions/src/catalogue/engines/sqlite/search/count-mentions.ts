import type { Trend } from '../../../../contract/index.ts';
import type { QueryPlan } from '../../../../query/plan-query.ts';
import type { TrendQuery } from '../../../answers/catalogue-query.ts';
import { firstIdOfTrend, mostOfShows, showRows, trendOf } from '../../../answers/trend.ts';
import { dedupeResults, type Find, type Shows } from './dedupe-results.ts';
import { episodesOfExcludedNames } from './excluded-shows.ts';
import { UNLIMITED, type WorkBudget } from './work-budget.ts';
import type { SearchConnection } from './search-connections.ts';

/** Cost of reading a match with its group and its show; the unit is the cost of an index entry. */
const COST_OF_MENTION = 20;

const SHOWS = `SELECT json_group_array(json_array(podcast, mentions)) FROM (${mostOfShows(
  'SELECT podcast FROM (SELECT value AS mention FROM json_each(?)) CROSS JOIN episodes ON id = mention',
)})`;

interface Counted extends TrendQuery {
  /** The plan, with the excluded whole names that `find` does not know. */
  plan: QueryPlan;
  /** Finds matches within the days of the trend. */
  find: Find;
  shows: Shows;
}

/** The trend; null if counting is above the budget. */
export async function countMentions(
  connection: SearchConnection,
  budget: WorkBudget,
  { plan, find, shows, atMs, most }: Counted,
): Promise<Trend | null> {
  const statement = find({});
  const lookups = statement.lookups.map((lookup) => ({ ...lookup, endsEarly: false }));
  const further = most * COST_OF_MENTION;
  if (!(await budget.affords({ ...statement, lookups, further }))) return null;
  const oldest = firstIdOfTrend(atMs);
  const excluded = await episodesOfExcludedNames(connection, UNLIMITED, plan, oldest);
  const { shown, lastId } = await dedupeResults(connection, UNLIMITED, find, {
    limit: most,
    totalLimit: most,
    excluded,
    shows,
  });
  const ids = shown.map(({ id }) => id);
  const found = await connection.json(SHOWS, [JSON.stringify(ids)]);
  const sinceId = ids.length < most ? undefined : lastId;
  return trendOf(atMs, { ids, sinceId, shows: showRows.parse(found) });
}
