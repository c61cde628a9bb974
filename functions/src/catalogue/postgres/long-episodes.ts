import * as z from 'zod';
import { type Leaf, plainPhrases, type QuestionPlan } from '../../keywords/question-plan.ts';
import type { DayTable } from './day-tables.ts';
import type { SqlSession, SqlValue } from './sql-server.ts';
import { anyWordQuery, isAnywhere, leafQuery } from './words/word-query.ts';

/** Texts beside an episode's own that a search may look through, in tables of their own. */
export type FurtherWords = 'spoken_words' | 'repeated_words';

/**
 * What the first vectors alone would answer wrongly: ids of episodes that have more than one. Every
 * further text of an episode has its own.
 */
export interface LongEpisodes {
  /** That answer the question; they may be found by their first vector, too. */
  added: string[];
  /** In which something stands that is excluded. */
  leftOut: string[];
}

const ids = z.array(z.tuple([z.number()]));

/** Of those that may answer a question of several parts, as many are looked at. */
const MOST_LOOKED_AT = 5_000;

/** @param most How many there can be of the added ones; the newest. */
export async function longEpisodes(
  session: SqlSession,
  plan: QuestionPlan,
  {
    days,
    oldestId,
    further,
  }: { days: readonly DayTable[]; oldestId: bigint; further: readonly FurtherWords[] },
  most: number,
): Promise<LongEpisodes> {
  const tables = ['more_words', ...further];
  const idsWith = async (leaves: readonly Leaf[], limit: number | null) => {
    if (leaves.length === 0) return [];
    const values = [anyWordQuery(leaves), String(oldestId), limit];
    return ids.parse(await session.rows(idsIn(tables), values)).map(([id]) => String(id));
  };
  const isPlain = plainPhrases(plan) !== null;
  const wanted = [...plan.all, ...plan.oneOf.flat(2)];
  const leftOut = await idsWith(plan.not.filter(isAnywhere), null);
  const perhaps = await idsWith(wanted, isPlain ? most : MOST_LOOKED_AT);
  // Each part may hold only some of what must stand together.
  const isCertain = perhaps.length === 0 || isPlain;
  const added = isCertain ? perhaps : await answeredBy(session, plan, { days, tables }, perhaps);
  return { leftOut, added };
}

function idsIn(tables: readonly string[]): string {
  const each = tables.map(
    (table) => `SELECT episode_id FROM ${table} WHERE words @@ $1::tsquery AND episode_id >= $2`,
  );
  return `
    SELECT DISTINCT episode_id FROM (${each.join(' UNION ALL ')}) AS long
    ORDER BY episode_id DESC LIMIT $3`;
}

/** Those of the episodes that answer the question with all of their vectors. */
async function answeredBy(
  session: SqlSession,
  { all, oneOf, not }: QuestionPlan,
  { days, tables }: { days: readonly DayTable[]; tables: readonly string[] },
  among: readonly string[],
): Promise<string[]> {
  const values: SqlValue[] = [among];
  const stands = (leaf: Leaf) => `bool_or(words @@ $${values.push(leafQuery(leaf))}::tsquery)`;
  const choices = oneOf.map((alternatives) => {
    const each = alternatives.map((leaves) => leaves.map(stands).join(' AND '));
    return `(${each.join(' OR ')})`;
  });
  const excluded = not.filter(isAnywhere).map((leaf) => `NOT ${stands(leaf)}`);
  const isAmong = '= ANY ($1::text[]::bigint[])';
  const first = days.map(({ name }) => `SELECT id, words FROM ${name} WHERE id ${isAmong}`);
  const further = tables.map(
    (table) => `SELECT episode_id, words FROM ${table} WHERE episode_id ${isAmong}`,
  );
  const parts = [...first, ...further];
  const answered = await session.rows(
    `SELECT id FROM (${parts.join(' UNION ALL ')}) AS parts GROUP BY id
       HAVING ${[...all.map(stands), ...choices, ...excluded].join(' AND ')}`,
    values,
  );
  return ids.parse(answered).map(([id]) => String(id));
}
