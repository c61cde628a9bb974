import * as z from 'zod';
import { isMarked } from '../../../../query/fields.ts';
import {
  isTranscriptQuery,
  isTranscriptTerm,
  mayBeSpoken,
  plainPhrases,
  type QueryPlan,
  requiredTranscriptTerms,
  type Term,
  unwantedTerms,
  wantedTerms,
} from '../../../../query/query-plan.ts';
import { planCondition } from '../../../answers/plan-condition.ts';
import type { DayTable } from '../day-tables.ts';
import { rowsOf, type SqlSession, type SqlValue } from '../server/sql-server.ts';
import type { WordTable } from '../words/word-vector.ts';
import { anyWordQuery, termQuery } from '../words/word-query.ts';

/** Corrections for episodes with several vectors, for which a search of only the first vector gives wrong results. */
export interface OverflowVectors {
  /** Ids of episodes that match by all their vectors, perhaps including some whose first vector already matches. */
  added: string[];
  /**
   * Ids of episodes with an excluded term in another vector than the first, which match only if they are in `added`;
   * null if there are too many to list.
   */
  withExcluded: string[] | null;
}

const idRow = z.object({ id: z.number() });

/** Max episodes that are checked for a query of several terms. */
const MAX_CANDIDATES = 5_000;

/** Max ids in a parameter list. Frequent words match more episodes than this. */
export const MAX_LISTED = 20_000;

export async function overflowVectors(
  session: SqlSession,
  plan: QueryPlan,
  {
    days,
    oldestId,
    further,
  }: { days: readonly DayTable[]; oldestId: bigint; further: readonly WordTable[] },
  most: number,
  maxListed: number,
): Promise<OverflowVectors> {
  const tables = ['more_words', ...further];
  const idsWith = async (terms: readonly Term[], limit: number) => {
    if (!tables.some((table) => terms.some((term) => mayBeIn(table, term)))) return [];
    const { statement, values } = idsIn(tables, terms);
    const rows = await rowsOf(session, idRow, statement, [...values, String(oldestId), limit]);
    return rows.map(({ id }) => String(id));
  };
  const isPlain = plainPhrases(plan) !== null || isTranscriptQuery(plan);
  const said = requiredTranscriptTerms(plan);
  const withExcluded = await idsWith(unwantedTerms(plan), maxListed + 1);
  // An episode with a term that is excluded within brackets may match by other parts of the query.
  const inner = unwantedTerms({ ...plan, not: [] });
  const perhaps = await idsWith(
    said.length > 0 ? said : [...wantedTerms(plan), ...inner],
    isPlain ? most : MAX_CANDIDATES,
  );
  // A query of several terms needs a check, because its terms may be in different vectors.
  const isCertain = perhaps.length === 0 || isPlain;
  const added = isCertain ? perhaps : await findMatching(session, plan, { days, tables }, perhaps);
  return { withExcluded: withExcluded.length > maxListed ? null : withExcluded, added };
}

/**
 * Copies a vector, so that it is detoasted only once. `setweight` is fastest; it changes nothing here. OFFSET 0 must end
 * the subquery.
 */
const WORDS_READ_ONCE = `setweight(words, 'D', '{}') AS words`;

/** True if the table can have the term. Transcripts have no titles or shows; facts and whole names are only in first vectors. */
function mayBeIn(table: string, term: Term): boolean {
  if (isMarked(term) || term.whole) return false;
  return table === 'spoken_words' ? mayBeSpoken(term) : !isTranscriptTerm(term);
}

function tableQueries(tables: readonly string[], terms: readonly Term[]) {
  const wantedIn = (table: string) => terms.filter((term) => mayBeIn(table, term));
  const asked = tables.filter((table) => wantedIn(table).length > 0);
  return { asked, values: asked.map((table) => anyWordQuery(wantedIn(table))) };
}

/** The caller appends two parameters: the oldest id and the limit. */
function idsIn(tables: readonly string[], terms: readonly Term[]) {
  const { asked, values } = tableQueries(tables, terms);
  const each = asked.map(
    (table, at) =>
      `SELECT episode_id FROM ${table} WHERE words @@ $${at + 1}::tsquery AND episode_id >= $${values.length + 1}`,
  );
  const statement = `
    SELECT DISTINCT episode_id AS id FROM (${each.join(' UNION ALL ')}) AS long
    ORDER BY id DESC LIMIT $${values.length + 2}`;
  return { statement, values };
}

/** SQL condition: no vector of the episode in `more_words` or `further` has any of the terms. `id` is a column name. */
export function isInNoVector(
  further: readonly WordTable[],
  terms: readonly Term[],
  id: string,
  bind: (value: SqlValue) => string,
): string {
  const { asked, values } = tableQueries(['more_words', ...further], terms);
  return asked
    .map(
      (table, at) =>
        `NOT EXISTS (SELECT 1 FROM ${table} AS more
          WHERE more.episode_id = ${id} AND more.words @@ ${bind(values[at] ?? '')}::tsquery)`,
    )
    .join(' AND ');
}

async function findMatching(
  session: SqlSession,
  plan: QueryPlan,
  { days, tables }: { days: readonly DayTable[]; tables: readonly string[] },
  among: readonly string[],
): Promise<string[]> {
  const values: SqlValue[] = [among];
  const looks: string[] = [];
  const matchOf = (term: Term) => {
    const within = isTranscriptTerm(term) ? 'said AND ' : '';
    looks.push(
      `${within}words @@ $${values.push(termQuery(term))}::tsquery AS look_${looks.length}`,
    );
    return `bool_or(look_${looks.length - 1})`;
  };
  const condition = planCondition(plan, matchOf);
  const isAmong = '= ANY ($1::text[]::bigint[])';
  const first = days.map(
    ({ name }) => `SELECT id, words, FALSE AS said FROM ${name} WHERE id ${isAmong}`,
  );
  const further = tables.map(
    (table) =>
      `SELECT episode_id, ${WORDS_READ_ONCE}, ${table === 'spoken_words'} FROM ${table} WHERE episode_id ${isAmong}`,
  );
  const parts = [...first, ...further];
  const answered = await rowsOf(
    session,
    idRow,
    `SELECT id FROM (
       SELECT id, ${looks.join(', ')} FROM (${parts.join(' UNION ALL ')} OFFSET 0) AS parts
     ) AS looked GROUP BY id HAVING ${condition}`,
    values,
  );
  return answered.map(({ id }) => String(id));
}
