import * as z from 'zod';
import { type Leaf, plainPhrases, type QuestionPlan } from '../../keywords/question-plan.ts';
import type { DayTable } from './day-tables.ts';
import type { SqlSession, SqlValue } from './sql-server.ts';
import { anyWordQuery, isAnywhere, leafQuery } from './words/word-query.ts';

/** What the first vectors alone would answer wrongly: ids of episodes that have more than one. */
export interface LongEpisodes {
  /** That answer the question; they may be found by their first vector, too. */
  added: string[];
  /** In which something stands that is excluded. */
  leftOut: string[];
}

const ids = z.array(z.tuple([z.number()]));

/** @param most How many there can be of the added ones; the newest. */
export async function longEpisodes(
  session: SqlSession,
  plan: QuestionPlan,
  { days, oldestId }: { days: readonly DayTable[]; oldestId: bigint },
  most: number,
): Promise<LongEpisodes> {
  const idsWith = async (leaves: readonly Leaf[], limit: number | null) => {
    if (leaves.length === 0) return [];
    const values = [anyWordQuery(leaves), String(oldestId), limit];
    return ids.parse(await session.rows(IN_MORE_WORDS, values)).map(([id]) => String(id));
  };
  const leftOut = await idsWith(plan.not.filter(isAnywhere), null);
  const perhaps = await idsWith([...plan.all, ...plan.oneOf.flat(2)], most);
  // Each part may hold only some of what must stand together.
  const isCertain = perhaps.length === 0 || plainPhrases(plan) !== null;
  return { leftOut, added: isCertain ? perhaps : await answeredBy(session, plan, days, perhaps) };
}

const IN_MORE_WORDS = `
  SELECT DISTINCT episode_id FROM more_words WHERE words @@ $1::tsquery AND episode_id >= $2
  ORDER BY episode_id DESC LIMIT $3`;

/** Those of the episodes that answer the question with all of their vectors. */
async function answeredBy(
  session: SqlSession,
  { all, oneOf, not }: QuestionPlan,
  days: readonly DayTable[],
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
  const parts = [...first, `SELECT episode_id, words FROM more_words WHERE episode_id ${isAmong}`];
  const answered = await session.rows(
    `SELECT id FROM (${parts.join(' UNION ALL ')}) AS parts GROUP BY id
       HAVING ${[...all.map(stands), ...choices, ...excluded].join(' AND ')}`,
    values,
  );
  return ids.parse(answered).map(([id]) => String(id));
}
