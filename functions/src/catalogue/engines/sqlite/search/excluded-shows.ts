import * as z from 'zod';
import { anyExpression } from '../../../../query/fts-expression.ts';
import { tokensOf } from '../../../../query/tokenize.ts';
import type { QueryPlan } from '../../../../query/plan-query.ts';
import { AppError } from '../../../../platform/app-error.ts';
import { MOST_NAMED, type WorkBudget } from './read-cost.ts';
import type { SearchConnection } from './search-connections.ts';

const NAMES = `
  SELECT json_group_array(json_array(podcast, json(ids))) FROM (
    SELECT podcast, json_group_array(id) AS ids
    FROM (
      SELECT rowid AS named FROM episodes_fts WHERE episodes_fts MATCH ? AND rowid >= ?
      LIMIT ${MOST_NAMED + 1}
    ) CROSS JOIN episodes ON id = named
    GROUP BY podcast
  )`;

const names = z.array(z.tuple([z.string(), z.array(z.number())]));

/**
 * The episodes of the shows that a query excludes by their whole names. FTS5 knows where a text begins, not
 * where it ends: the names that begin so are compared here. Throws 'upstream-timeout' if that costs too much.
 * @param oldest The oldest id wanted.
 */
export async function episodesOfExcludedShows(
  connection: SearchConnection,
  budget: WorkBudget,
  { not }: QueryPlan,
  oldest: bigint,
): Promise<ReadonlySet<number>> {
  const terms = not.filter(({ whole }) => whole);
  if (terms.length === 0) return new Set();
  await budget.spend({ lookups: [{ index: 'episodes_fts', terms, readsNames: true }] });
  const found = names.parse(await connection.json(NAMES, [anyExpression(terms), oldest]));
  if (found.reduce((sum, [, ids]) => sum + ids.length, 0) > MOST_NAMED) {
    throw new AppError('upstream-timeout', 'The search would look at too many names of shows');
  }
  const excluded = new Set(terms.map(({ words }) => words.join(' ')));
  const named = found.filter(([podcast]) => excluded.has(tokensOf(podcast).join(' ')));
  return new Set(named.flatMap(([, ids]) => ids));
}
