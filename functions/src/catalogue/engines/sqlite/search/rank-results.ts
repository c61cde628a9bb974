import * as z from 'zod';
import { anyExpression } from '../../../../query/fts-expression.ts';
import { SEARCHED_COLUMNS } from '../../../sql/episode-row.ts';
import {
  isAnywhere,
  isTranscriptTerm,
  mayBeSpoken,
  type QueryPlan,
  wantedTerms,
} from '../../../../query/plan-query.ts';
import { byScore } from '../../../sql/episode-id.ts';
import { FIELD_WEIGHTS } from '../../../answers/rank-weights.ts';
import type { FurtherIndex, SearchIndex } from '../text-indexes.ts';
import type { ShownEpisode } from './dedupe-results.ts';
import type { Lookup, WorkBudget } from './read-cost.ts';
import type { SearchConnection } from './search-connections.ts';

const scores = z.array(z.tuple([z.number(), z.number()]));

/** FTS5's `bm25` by candidate. The plus sign keeps SQLite from querying FTS5 once per id. */
const scoresOf = (index: SearchIndex, weights: readonly number[]) => `
  SELECT json_group_array(json_array(id, score)) FROM (
    SELECT rowid AS id, bm25(${[index, ...weights].join(', ')}) AS score FROM ${index}
    WHERE ${index} MATCH ?1 AND rowid BETWEEN ?2 AND ?3
      AND +rowid IN (SELECT value FROM json_each(?4)) LIMIT -1)`;

const NOTES_WEIGHTS = SEARCHED_COLUMNS.map((column) => FIELD_WEIGHTS[column]);

/** Candidates by relevance: the sum of `bm25`. Null above the budget. */
export async function rankResults(
  connection: SearchConnection,
  budget: WorkBudget,
  { plan, further }: { plan: QueryPlan; further: readonly FurtherIndex[] },
  candidates: readonly ShownEpisode[],
): Promise<ShownEpisode[] | null> {
  const ids = candidates.map(({ id }) => id);
  if (ids.length < 2) return [...candidates];
  const wanted = wantedTerms(plan);
  const isIn = (index: SearchIndex) => {
    if (index === 'episodes_fts') return wanted.filter((term) => !isTranscriptTerm(term));
    return wanted.filter(index === 'spoken_fts' ? mayBeSpoken : isAnywhere);
  };
  const lookups = (['episodes_fts', ...further] as const)
    .map((index): Lookup => ({ index, terms: isIn(index), ranked: ids.length }))
    .filter(({ terms }) => terms.length > 0);
  // FTS5 reads a phrase twice: to count its texts, and to find the candidates.
  const readAgain = lookups.map(({ index, terms }) => ({ index, terms }));
  if (!(await budget.affords({ lookups: [...lookups, ...readAgain] }))) return null;

  const total = new Map<number, number>();
  const range = [BigInt(Math.min(...ids)), BigInt(Math.max(...ids)), JSON.stringify(ids)];
  for (const { index, terms } of lookups) {
    const statement = scoresOf(index, index === 'episodes_fts' ? NOTES_WEIGHTS : []);
    const found = await connection.json(statement, [anyExpression(terms), ...range]);
    for (const [id, score] of scores.parse(found)) total.set(id, (total.get(id) ?? 0) + score);
  }
  // The best score is the lowest: `bm25` is negative.
  return candidates.toSorted(byScore(({ id }) => -(total.get(id) ?? 0)));
}
