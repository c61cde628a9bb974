import * as z from 'zod';
import { matchesQuery } from '../../../../query/match-query.ts';
import {
  isAnywhere,
  isTranscriptTerm,
  mayBeSpoken,
  type QueryPlan,
  type Term,
  wantedTerms,
} from '../../../../query/plan-query.ts';
import { byScore, type DatedEpisode } from '../../../sql/episode-id.ts';
import { FIELD_WEIGHTS } from '../../../answers/rank-weights.ts';
import { anyWordQuery } from '../words/word-query.ts';
import { WORD_TABLES } from '../words/word-tables.ts';
import type { Searched } from './matching-ids.ts';
import type { SqlValue } from '../server/sql-server.ts';

const titles = z.array(z.tuple([z.number(), z.string(), z.coerce.number()]));
const scores = z.array(z.tuple([z.number(), z.coerce.number()]));

/** Options of `ts_rank_cd`: divide by the logarithm of the text's length, scale below 1. */
const NORMALIZATION = '1 | 32';

/** In the unit of `searchCost`. */
export function rankCost({ further }: Pick<Searched, 'further'>, candidates: number): number {
  const each = further.reduce((sum, table) => sum + WORD_TABLES[table].cost, 1);
  return candidates * each;
}

/**
 * Candidates by relevance: `ts_rank_cd` of all texts, summed up. Titles are compared here, as
 * vectors do not tell fields apart.
 */
export async function rankResults<Candidate extends DatedEpisode>(
  { session, days, further }: Searched,
  plan: QueryPlan,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  if (candidates.length < 2) return [...candidates];
  const wanted = wantedTerms(plan);
  const written = wanted.filter((term) => !isTranscriptTerm(term));
  const ids = candidates.map(({ id }) => id);
  const total = new Map<number, number>();
  const add = (id: number, score: number) => total.set(id, (total.get(id) ?? 0) + score);

  const among = ids.map(String);
  const isAmong = '= ANY ($1::text[]::bigint[])';
  const rankOf = (query: string) =>
    `ts_rank_cd(words, ${query}::tsquery, ${NORMALIZATION})::float8`;
  if (written.length > 0) {
    const ofDays = days
      .filter(({ firstId, endId }) => ids.some((id) => id >= firstId && id < endId))
      .map(({ name }) => `SELECT id, title, ${rankOf('$2')} FROM ${name} WHERE id ${isAmong}`);
    const values = [among, anyWordQuery(written)];
    for (const [id, title, score] of titles.parse(
      await session.rows(ofDays.join(' UNION ALL '), values),
    )) {
      const named = written.filter((term) => standsInTitle(term, title)).length;
      add(id, score + (named / written.length) * FIELD_WEIGHTS.title);
    }
  }
  const values: SqlValue[] = [among];
  const each = further.flatMap((table) => {
    const terms = wanted.filter(table === 'spoken_words' ? mayBeSpoken : isAnywhere);
    if (terms.length === 0) return [];
    const query = `$${values.push(anyWordQuery(terms))}`;
    return `SELECT episode_id, ${rankOf(query)} FROM ${table} WHERE episode_id ${isAmong}`;
  });
  if (each.length > 0) {
    const rows = await session.rows(each.join(' UNION ALL '), values);
    for (const [id, score] of scores.parse(rows)) add(id, score);
  }
  return candidates.toSorted(byScore(({ id }) => total.get(id) ?? 0));
}

function standsInTitle(term: Term, title: string): boolean {
  return matchesQuery({ all: [term], oneOf: [], not: [] }, { title });
}
