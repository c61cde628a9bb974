import * as z from 'zod';
import {
  isTranscriptQuery,
  isTranscriptTerm,
  mayBeSpoken,
  plainPhrases,
  type QueryPlan,
  requiredTranscriptTerms,
  type Term,
  wantedTerms,
} from '../../../../query/plan-query.ts';
import type { DayTable } from '../day-tables.ts';
import type { SqlSession, SqlValue } from '../server/sql-server.ts';
import type { FurtherWords } from '../words/word-tables.ts';
import { anyWordQuery, termQuery } from '../words/word-query.ts';

/**
 * What the first vectors alone would answer wrongly: ids of episodes that have more than one. Every
 * further text of an episode has its own.
 */
export interface OverflowVectors {
  /** That answer the query; they may be found by their first vector, too. */
  added: string[];
  /** In which something stands that is excluded; null where they are too many to be listed. */
  withExcluded: string[] | null;
}

const ids = z.array(z.tuple([z.number()]));

/** Of those that may answer a query of several parts, as many are looked at. */
const MOST_LOOKED_AT = 5_000;

/** Ids of a frequent word that a search lists, in one go. */
export const MOST_LISTED = 20_000;

/**
 * @param most How many there can be of the added ones; the newest.
 * @param mostListed Of those left out, {@link MOST_LISTED} save in tests.
 */
export async function overflowVectors(
  session: SqlSession,
  plan: QueryPlan,
  {
    days,
    oldestId,
    further,
  }: { days: readonly DayTable[]; oldestId: bigint; further: readonly FurtherWords[] },
  most: number,
  mostListed: number,
): Promise<OverflowVectors> {
  const tables = ['more_words', ...further];
  const idsWith = async (terms: readonly Term[], limit: number) => {
    if (terms.length === 0) return [];
    const { statement, values } = idsIn(tables, terms);
    const rows = await session.rows(statement, [...values, String(oldestId), limit]);
    return ids.parse(rows).map(([id]) => String(id));
  };
  const isPlain = plainPhrases(plan) !== null || isTranscriptQuery(plan);
  const said = requiredTranscriptTerms(plan);
  const withExcluded = await idsWith(plan.not.filter(mayBeSpoken), mostListed + 1);
  const perhaps = await idsWith(
    said.length > 0 ? said : wantedTerms(plan),
    isPlain ? most : MOST_LOOKED_AT,
  );
  // Each part may hold only some of what must stand together.
  const isCertain = perhaps.length === 0 || isPlain;
  const added = isCertain ? perhaps : await answeredBy(session, plan, { days, tables }, perhaps);
  return { withExcluded: withExcluded.length > mostListed ? null : withExcluded, added };
}

/**
 * A vector that is read from its place beside the table once, however often it is looked at; a copy, which setting the
 * weight that it has makes in the shortest time. To be used in a subquery that ends in OFFSET 0.
 */
export const WORDS_READ_ONCE = `setweight(words, 'D') AS words`;

/** Whether a term may stand in the texts of a table. */
export function mayStandIn(table: string, term: Term): boolean {
  return table === 'spoken_words' || !isTranscriptTerm(term);
}

/** The tables in which one of the terms may stand, and what is looked for in each. */
function queriesOf(tables: readonly string[], terms: readonly Term[]) {
  const wantedIn = (table: string) => terms.filter((term) => mayStandIn(table, term));
  const asked = tables.filter((table) => wantedIn(table).length > 0);
  return { asked, values: asked.map((table) => anyWordQuery(wantedIn(table))) };
}

/**
 * Finds episodes with one of the terms in their further vectors. The last two values are the oldest id
 * and the limit.
 */
function idsIn(tables: readonly string[], terms: readonly Term[]) {
  const { asked, values } = queriesOf(tables, terms);
  const each = asked.map(
    (table, at) =>
      `SELECT episode_id FROM ${table} WHERE words @@ $${at + 1}::tsquery AND episode_id >= $${values.length + 1}`,
  );
  const statement = `
    SELECT DISTINCT episode_id FROM (${each.join(' UNION ALL ')}) AS long
    ORDER BY episode_id DESC LIMIT $${values.length + 2}`;
  return { statement, values };
}

/**
 * What holds of an episode in none of whose further vectors one of the terms stands.
 * @param id The column of its id.
 */
export function standsNowhere(
  further: readonly FurtherWords[],
  terms: readonly Term[],
  id: string,
  bind: (value: SqlValue) => string,
): string {
  const { asked, values } = queriesOf(['more_words', ...further], terms);
  return asked
    .map(
      (table, at) =>
        `NOT EXISTS (SELECT 1 FROM ${table} AS more
          WHERE more.episode_id = ${id} AND more.words @@ ${bind(values[at] ?? '')}::tsquery)`,
    )
    .join(' AND ');
}

/** Those of the episodes that answer the query with all of their vectors. */
async function answeredBy(
  session: SqlSession,
  { all, oneOf, not }: QueryPlan,
  { days, tables }: { days: readonly DayTable[]; tables: readonly string[] },
  among: readonly string[],
): Promise<string[]> {
  const values: SqlValue[] = [among];
  const looks: string[] = [];
  const stands = (term: Term) => {
    const within = isTranscriptTerm(term) ? 'said AND ' : '';
    looks.push(
      `${within}words @@ $${values.push(termQuery(term))}::tsquery AS look_${looks.length}`,
    );
    return `bool_or(look_${looks.length - 1})`;
  };
  const choices = oneOf.map((alternatives) => {
    const each = alternatives.map((terms) => terms.map(stands).join(' AND '));
    return `(${each.join(' OR ')})`;
  });
  const excluded = not.filter(mayBeSpoken).map((term) => `NOT ${stands(term)}`);
  const conditions = [...all.map(stands), ...choices, ...excluded];
  const isAmong = '= ANY ($1::text[]::bigint[])';
  const first = days.map(
    ({ name }) => `SELECT id, words, FALSE AS said FROM ${name} WHERE id ${isAmong}`,
  );
  const further = tables.map(
    (table) =>
      `SELECT episode_id, ${WORDS_READ_ONCE}, ${table === 'spoken_words'} FROM ${table} WHERE episode_id ${isAmong}`,
  );
  const parts = [...first, ...further];
  const answered = await session.rows(
    `SELECT id FROM (
       SELECT id, ${looks.join(', ')} FROM (${parts.join(' UNION ALL ')} OFFSET 0) AS parts
     ) AS looked GROUP BY id HAVING ${conditions.join(' AND ')}`,
    values,
  );
  return ids.parse(answered).map(([id]) => String(id));
}
