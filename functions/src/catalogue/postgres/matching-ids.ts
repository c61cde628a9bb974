import * as z from 'zod';
import { holds } from '../../keywords/question-holds.ts';
import type { Leaf, QuestionPlan } from '../../keywords/question-plan.ts';
import { AppError } from '../../platform/app-error.ts';
import { SEARCHED_COLUMNS } from '../episode-row.ts';
import type { DayTable } from './day-tables.ts';
import { longEpisodes, type LongEpisodes } from './long-episodes.ts';
import type { SqlSession, SqlValue } from './sql-server.ts';
import { isAnywhere, leafQuery, wordQuery } from './words/word-query.ts';

/** Rows of which the texts are looked at in one go, and in all. */
const PAGE = 1000;
const MOST_LOOKED_AT = 20_000;

const TITLES = ['title', 'podcast'] as const;

/** What of a catalogue a search looks through. */
interface Searched {
  session: SqlSession;
  /** Newest first. */
  days: readonly DayTable[];
  oldestId: bigint;
  /** Whether what is said is searched as well. */
  spoken: boolean;
}

/**
 * The ids of the episodes that answer a question, newest first, `most` at most. Rejects with
 * 'upstream-timeout' where a question about titles or shows would have to look at too many.
 */
export async function matchingIds(
  searched: Searched,
  plan: QuestionPlan,
  most: number,
): Promise<number[]> {
  if (searched.days.length === 0) return [];
  const long = await longEpisodes(searched.session, plan, searched, most);
  const newest = (columns: readonly string[], limit: number, beforeId: number | null) => {
    const { statement, values } = newestOf(searched, plan, long, columns, limit, beforeId);
    return searched.session.rows(statement, values).then((rows) => found.parse(rows));
  };
  const part = fieldPart(plan);
  if (part === null) return (await newest([], most, null)).map(([id]) => id);

  const anywhere = part.oneOf.flat(2).filter(isAnywhere);
  const columns = anywhere.length > 0 ? SEARCHED_COLUMNS : TITLES;
  const saidIn = await whereSaid(searched, anywhere);
  const ids: number[] = [];
  for (let lookedAt = 0, beforeId = null as number | null; lookedAt < MOST_LOOKED_AT;) {
    const rows = await newest(columns, PAGE, beforeId);
    for (const [id, ...texts] of rows) {
      const named = Object.fromEntries(columns.map((column, index) => [column, texts[index]]));
      const { persons = '', chapters = '' } = named;
      const isSaid = (leaf: Leaf) => saidIn.get(leaf)?.has(id) === true;
      if (holds(part, { ...named, more: [persons, chapters] }, isSaid)) ids.push(id);
      beforeId = id;
    }
    if (rows.length < PAGE || ids.length >= most) return ids.slice(0, most);
    lookedAt += rows.length;
  }
  throw new AppError('upstream-timeout', 'The search would look at too many titles');
}

/** In which episodes each of these is said. */
async function whereSaid(
  { session, oldestId, spoken }: Searched,
  leaves: readonly Leaf[],
): Promise<Map<Leaf, ReadonlySet<number>>> {
  const saidIn = new Map<Leaf, ReadonlySet<number>>();
  for (const leaf of spoken ? leaves : []) {
    const values = [leafQuery(leaf), String(oldestId)];
    const rows = said.parse(await session.rows(SAID, values));
    saidIn.set(leaf, new Set(rows.map(([id]) => id)));
  }
  return saidIn;
}

const SAID = `
  SELECT DISTINCT episode_id FROM spoken_words WHERE words @@ $1::tsquery AND episode_id >= $2`;
const said = z.array(z.tuple([z.number()]));

const found = z.array(z.tuple([z.number()]).rest(z.string()));

/** What a question asks of titles and shows, with the alternatives to it; null when nothing. */
function fieldPart({ all, oneOf, not }: QuestionPlan): QuestionPlan | null {
  const isElsewhere = (leaf: QuestionPlan['all'][number]) => !isAnywhere(leaf);
  const part = {
    all: all.filter(isElsewhere),
    oneOf: oneOf.filter((alternatives) => alternatives.flat().some(isElsewhere)),
    not: not.filter(isElsewhere),
  };
  return part.all.length + part.oneOf.length + part.not.length > 0 ? part : null;
}

/**
 * The matches of one day after the other, each looked at only when its turn comes. By the days' own
 * names: through the table of all, the planner fetches every match there is, or goes by ids instead of
 * words. And a search that locked that table behind some of its days would be in the way of a
 * refresher that drops a day, and locks in the other order.
 */
function newestOf(
  { days, oldestId }: Searched,
  plan: QuestionPlan,
  { added, leftOut }: LongEpisodes,
  columns: readonly string[],
  limit: number,
  beforeId: number | null,
) {
  const values: SqlValue[] = [wordQuery(plan), String(oldestId), limit];
  const bind = (value: SqlValue) => `$${values.push(value)}`;
  const byWords = 'words @@ $1::tsquery';
  const matches =
    added.length === 0 ? byWords : `(${byWords} OR id = ANY (${bind(added)}::text[]::bigint[]))`;
  const kept = leftOut.length === 0 ? '' : ` AND id <> ALL (${bind(leftOut)}::text[]::bigint[])`;
  const older = beforeId === null ? '' : ` AND id < ${bind(String(beforeId))}::bigint`;
  const selected = ['id', ...columns].join(', ');
  const ofDays = days.map(({ name, firstId }) => {
    const since = firstId < oldestId ? ' AND id >= $2' : '';
    return `(SELECT ${selected} FROM ${name} WHERE ${matches}${kept}${older}${since} ORDER BY id DESC LIMIT $3)`;
  });
  const statement = `SELECT ${selected} FROM (${ofDays.join(' UNION ALL ')}) AS found
    WHERE $2::bigint IS NOT NULL LIMIT $3`;
  return { statement, values };
}
