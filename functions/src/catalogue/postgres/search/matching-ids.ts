import * as z from 'zod';
import { holds } from '../../../keywords/question-holds.ts';
import {
  isAnywhere,
  isSaid,
  isSayable,
  type Leaf,
  type QuestionPlan,
  wantedLeaves,
} from '../../../keywords/question-plan.ts';
import { writtenPart } from '../../../keywords/spoken-part.ts';
import { AppError } from '../../../platform/app-error.ts';
import { SEARCHED_COLUMNS } from '../../episode-row.ts';
import type { DayTable } from '../day-tables.ts';
import {
  type FurtherWords,
  longEpisodes,
  type LongEpisodes,
  MOST_LISTED,
  standsNowhere,
} from './long-episodes.ts';
import type { SqlSession, SqlValue } from '../server/sql-server.ts';
import { anyWordQuery, leafQuery, wordQuery } from '../words/word-query.ts';

/** Rows of which the texts are looked at in one go, and in all. */
const PAGE = 1000;
const MOST_LOOKED_AT = 20_000;

const TITLES = ['title', 'podcast'] as const;

/** What of a catalogue a search looks through. */
export interface Searched {
  session: SqlSession;
  /** Newest first. */
  days: readonly DayTable[];
  oldestId: bigint;
  /**
   * What is searched beside the episodes' own texts; includes `spoken_words` if the question asks for
   * something in transcripts alone.
   */
  further: readonly FurtherWords[];
  /** Ids of a frequent word that are listed in one go; {@link MOST_LISTED} save in tests. */
  mostListed?: number;
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
  const long = await longEpisodes(searched.session, plan, searched, most, listed(searched));
  const newest = (columns: readonly string[], limit: number, beforeId: number | null) => {
    const { statement, values } = newestOf(searched, plan, long, columns, limit, beforeId);
    return searched.session.rows(statement, values).then((rows) => found.parse(rows));
  };
  const part = fieldPart(plan);
  if (part === null) return (await newest([], most, null)).map(([id]) => id);

  const others = part.oneOf.flat(2).filter(isSayable);
  const columns = others.some(isAnywhere) ? SEARCHED_COLUMNS : TITLES;
  const { known, frequent } = await inFurther(searched, others);
  const matching: number[] = [];
  for (let lookedAt = 0, beforeId = null as number | null; lookedAt < MOST_LOOKED_AT;) {
    const rows = await newest(columns, PAGE, beforeId);
    const here = await ofThose(searched, frequent, rows);
    for (const [id, ...texts] of rows) {
      const named = Object.fromEntries(columns.map((column, index) => [column, texts[index]]));
      const { persons = '', chapters = '' } = named;
      const isElsewhere = (leaf: Leaf) => (known.get(leaf) ?? here.get(leaf))?.has(id) === true;
      if (holds(part, { ...named, more: [persons, chapters] }, isElsewhere)) matching.push(id);
      beforeId = id;
    }
    if (rows.length < PAGE || matching.length >= most) return matching.slice(0, most);
    lookedAt += rows.length;
  }
  throw new AppError('upstream-timeout', 'The search would look at too many titles');
}

/** Whether something that a question asks for stands in what a feed says in all of its episodes. */
export async function isRepeatedAnywhere(
  { session, oldestId }: Searched,
  plan: QuestionPlan,
): Promise<boolean> {
  const wanted = wantedLeaves(plan).filter(isAnywhere);
  if (wanted.length === 0) return false;
  const rows = await session.rows(
    'SELECT 1 FROM repeated_words WHERE words @@ $1::tsquery AND episode_id >= $2 LIMIT 1',
    [anyWordQuery(wanted), String(oldestId)],
  );
  return rows.length > 0;
}

type IdsOfLeaf = Map<Leaf, ReadonlySet<number>>;

function listed({ mostListed = MOST_LISTED }: Searched): number {
  return mostListed;
}

/** In the further texts of which episodes each of these stands, and those that stand in too many to be listed. */
async function inFurther(
  searched: Searched,
  leaves: readonly Leaf[],
): Promise<{ known: IdsOfLeaf; frequent: Leaf[] }> {
  const { session, oldestId } = searched;
  const known: IdsOfLeaf = new Map();
  const frequent: Leaf[] = [];
  for (const leaf of leaves) {
    const each = further(searched, leaf).map(
      (table) => `SELECT episode_id FROM ${table} WHERE words @@ $1::tsquery AND episode_id >= $2`,
    );
    if (each.length === 0) continue;
    const statement = `${each.join(' UNION ')} LIMIT $3`;
    const values = [leafQuery(leaf), String(oldestId), listed(searched) + 1];
    const rows = ids.parse(await session.rows(statement, values));
    if (rows.length > listed(searched)) frequent.push(leaf);
    else known.set(leaf, new Set(rows.map(([id]) => id)));
  }
  return { known, frequent };
}

/** In the further texts of which of these episodes each of the leaves stands. */
async function ofThose(
  searched: Searched,
  leaves: readonly Leaf[],
  rows: readonly (readonly [number, ...string[]])[],
): Promise<IdsOfLeaf> {
  const found: IdsOfLeaf = new Map();
  const among = rows.map(([id]) => String(id));
  for (const leaf of leaves) {
    const each = further(searched, leaf).map(
      (table) => `SELECT episode_id FROM ${table}
        WHERE episode_id = ANY ($2::text[]::bigint[]) AND words @@ $1::tsquery`,
    );
    const answered = await searched.session.rows(each.join(' UNION '), [leafQuery(leaf), among]);
    found.set(leaf, new Set(ids.parse(answered).map(([id]) => id)));
  }
  return found;
}

/** The tables that a leaf may stand in. */
function further(searched: Searched, leaf: Leaf): readonly FurtherWords[] {
  return searched.further.filter((table) => table === 'spoken_words' || !isSaid(leaf));
}

const ids = z.array(z.tuple([z.number()]));

const found = z.array(z.tuple([z.number()]).rest(z.string()));

/** What a question asks of titles and shows, with the alternatives to it; null when nothing. */
function fieldPart({ all, oneOf, not }: QuestionPlan): QuestionPlan | null {
  const isInField = (leaf: Leaf) => !isSayable(leaf);
  const part = {
    all: all.filter(isInField),
    oneOf: oneOf.filter((alternatives) => alternatives.flat().some(isInField)),
    not: not.filter(isInField),
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
  { days, oldestId, further }: Searched,
  plan: QuestionPlan,
  { added, leftOut }: LongEpisodes,
  columns: readonly string[],
  limit: number,
  beforeId: number | null,
) {
  const written = writtenPart(plan);
  const values: SqlValue[] = [String(oldestId), limit];
  const bind = (value: SqlValue) => `$${values.push(value)}`;
  const ways = [
    ...(written === null ? [] : [`words @@ ${bind(wordQuery(written))}::tsquery`]),
    ...(added.length === 0 ? [] : [`id = ANY (${bind(added)}::text[]::bigint[])`]),
  ];
  const matches = ways.length === 0 ? 'FALSE' : `(${ways.join(' OR ')})`;
  const excluded = plan.not.filter(isSayable);
  const kept =
    leftOut === null
      ? ` AND ${standsNowhere(further, excluded, 'id', bind)}`
      : leftOut.length === 0
        ? ''
        : ` AND id <> ALL (${bind(leftOut)}::text[]::bigint[])`;
  const older = beforeId === null ? '' : ` AND id < ${bind(String(beforeId))}::bigint`;
  const selected = ['id', ...columns].join(', ');
  const ofDays = days.map(({ name, firstId }) => {
    const since = firstId < oldestId ? ' AND id >= $1' : '';
    return `(SELECT ${selected} FROM ${name} WHERE ${matches}${kept}${older}${since} ORDER BY id DESC LIMIT $2)`;
  });
  const statement = `SELECT ${selected} FROM (${ofDays.join(' UNION ALL ')}) AS found
    WHERE $1::bigint IS NOT NULL LIMIT $2`;
  return { statement, values };
}
