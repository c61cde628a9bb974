import type { Trend } from '../../../../contract/index.ts';
import type { QueryPlan } from '../../../../query/plan-query.ts';
import type { TrendQuery } from '../../../answers/catalogue-query.ts';
import { firstIdOfTrend, mostOfShows, showRows, trendOf } from '../../../answers/trend.ts';
import { dedupeResults, type Find, type Shows } from './dedupe-results.ts';
import { episodesOfExcludedNames } from './excluded-shows.ts';
import type { SearchConnection } from './search-connections.ts';

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

export async function countMentions(
  connection: SearchConnection,
  { plan, find, shows, atMs, most }: Counted,
): Promise<Trend> {
  const excluded = await episodesOfExcludedNames(connection, plan, firstIdOfTrend(atMs));
  const { shown, lastId } = await dedupeResults(connection, find, {
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
