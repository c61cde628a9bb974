import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { FACT_COLUMNS } from '../../../../query/facts.ts';
import { FIELD_TEXTS, isMarked } from '../../../../query/fields.ts';
import { matchesQuery } from '../../../../query/match-query.ts';
import {
  hasInnerExclusions,
  isInAnyText,
  mayBeSpoken,
  NO_QUERY,
  type QueryPlan,
  type Term,
  unwantedTerms,
  wantedTerms,
  withoutTranscriptTerms,
} from '../../../../query/query-plan.ts';
import { SEARCHED_COLUMNS } from '../../../schema/episode-row.ts';
import type { DayTable } from '../day-tables.ts';
import {
  overflowVectors,
  type OverflowVectors,
  mayBeIn,
  MAX_LISTED,
  isInNoVector,
  WORDS_READ_ONCE,
} from './overflow-vectors.ts';
import { rowsOf, type SqlSession, type SqlValue } from '../server/sql-server.ts';
import { anyWordQuery, termQuery, wordQuery } from '../words/word-query.ts';
import type { WordTable } from '../words/word-vector.ts';

/** Rows of the first page whose texts are compared. Pages double in size, up to `MAX_COMPARED` rows in total. */
const FIRST_PAGE = 1_000;
const MAX_COMPARED = 20_000;

/** UTF-16 code units that are compared per turn of the event loop, in a few milliseconds. */
const LENGTH_PER_TURN = 200_000;

export interface Searched {
  session: SqlSession;
  /** Newest first. */
  days: readonly DayTable[];
  oldestId: bigint;
  /** `spoken_words` if the search includes transcripts; otherwise empty. */
  further: readonly WordTable[];
  hiddenFeeds?: readonly string[];
  maxListed?: number;
  signal?: AbortSignal;
}

function mayHaveBefore(beforeId: number | null): (day: DayTable) => boolean {
  return ({ firstId }) => beforeId === null || firstId < BigInt(beforeId);
}

export interface MatchingIds {
  /** Newest first. */
  ids: number[];
  /** Id of the oldest compared episode; absent if all candidates were compared or enough of them match. */
  endedAt?: number;
}

/** Returns the newest matches, at most `most`, including duplicates. */
export async function matchingIds(
  searched: Searched,
  plan: QueryPlan,
  most: number,
): Promise<MatchingIds> {
  if (searched.days.length === 0) return { ids: [] };
  const { session, maxListed = MAX_LISTED } = searched;
  const long = await overflowVectors(session, plan, searched, most, maxListed);
  const newest = (columns: readonly string[], limit: number, beforeId: number | null) => {
    const { statement, values } = newestOf(searched, plan, long, columns, limit, beforeId);
    return session.find(statement, values).then(({ rows }) => found.parse(rows));
  };
  const part = undecidedPart(plan);
  if (part === null) return { ids: (await newest([], most, null)).map(([id]) => id) };

  const terms = [...wantedTerms(part), ...unwantedTerms(part)];
  const others = terms.filter(mayBeSpoken);
  const columns = [
    ...new Set<string>([
      ...(others.some(isInAnyText) ? SEARCHED_COLUMNS : FIELD_TEXTS),
      ...(terms.some(isMarked) ? [...FACT_COLUMNS, 'publisher'] : []),
    ]),
  ];
  const known = await inFurther(searched, others, null);
  const matching: number[] = [];
  let beforeId: number | null = null;
  const { signal } = searched;
  let left = MAX_COMPARED;
  for (let next = FIRST_PAGE; left > 0; next *= 2) {
    if (!searched.days.some(mayHaveBefore(beforeId))) return { ids: matching };
    const page = Math.min(next, left);
    const rows = await newest(columns, page, beforeId);
    const among = rows.map(([id]) => String(id));
    const here = known ?? (await inFurther(searched, others, among));
    let length = 0;
    for (const [id, ...texts] of rows) {
      length += texts.reduce((sum, text) => sum + text.length, 0);
      if (length > LENGTH_PER_TURN) {
        length = 0;
        await nextTurn();
        signal?.throwIfAborted();
      }
      const named = Object.fromEntries(columns.map((column, index) => [column, texts[index]]));
      const isElsewhere = (term: Term) => here?.get(term)?.has(id) === true;
      if (matchesQuery(part, named, isElsewhere)) matching.push(id);
      beforeId = id;
    }
    if (matching.length >= most) return { ids: matching.slice(0, most) };
    if (rows.length < page) return { ids: matching };
    left -= rows.length;
  }
  return { ids: matching, ...(beforeId !== null && { endedAt: beforeId }) };
}

type IdsOfTerm = Map<Term, ReadonlySet<number>>;

/**
 * Returns the episodes with a match in the `further` tables, by term. One statement reads all terms, because reading
 * the vector of an hour takes longer than searching it for twenty phrases.
 * @param among Candidate ids, or null for all episodes. With null, the result is null if too many episodes match.
 */
async function inFurther(
  searched: Searched,
  terms: readonly Term[],
  among: readonly string[] | null,
): Promise<IdsOfTerm | null> {
  const { session, oldestId, maxListed = MAX_LISTED } = searched;
  const found: IdsOfTerm = new Map();
  const values: SqlValue[] = [among ?? String(oldestId), among === null ? maxListed + 1 : null];
  const bind = (query: string) => `$${values.push(query)}::tsquery`;
  const here = among === null ? 'episode_id >= $1' : 'episode_id = ANY ($1::text[]::bigint[])';
  const each = searched.further.flatMap((table) => {
    const asked = terms.filter((term) => mayBeIn(table, term));
    if (asked.length === 0) return [];
    const marks = terms.map((term) =>
      asked.includes(term) ? `(words @@ ${bind(termQuery(term))})::integer` : '0',
    );
    return `SELECT episode_id, concat(${marks.join(', ')}) AS marks FROM (
      SELECT episode_id, ${WORDS_READ_ONCE} FROM ${table}
      WHERE words @@ ${bind(anyWordQuery(asked))} AND ${here} OFFSET 0) AS ${table}`;
  });
  if (each.length === 0) return found;
  const rows = await rowsOf(session, marked, `${each.join(' UNION ALL ')} LIMIT $2`, values);
  if (among === null && rows.length > maxListed) return null;
  for (const [at, term] of terms.entries()) {
    const having = rows.filter(({ marks }) => marks[at] === '1');
    found.set(term, new Set(having.map(({ episodeId }) => episodeId)));
  }
  return found;
}

const marked = z.object({ episodeId: z.number(), marks: z.string() });

const found = z.array(z.tuple([z.number()]).rest(z.string()));

/**
 * Returns what vectors cannot decide: field terms and the alternatives to them, and a whole plan with exclusions
 * within brackets. Null if they decide all.
 */
function undecidedPart(plan: QueryPlan): QueryPlan | null {
  if (hasInnerExclusions(plan)) return plan;
  const isInField = (term: Term) => !mayBeSpoken(term) && !isMarked(term);
  const { all, oneOf, not } = plan;
  const part = {
    ...NO_QUERY,
    all: all.filter(isInField),
    oneOf: oneOf.filter((choice) => choice.flatMap(wantedTerms).some(isInField)),
    not: not.filter(isInField),
  };
  return part.all.length + part.oneOf.length + part.not.length > 0 ? part : null;
}

/** A fact may be null; texts are not. */
function knownColumn(column: string): string {
  const isOfFact = FACT_COLUMNS.some((each) => each === column);
  return isOfFact ? `coalesce(${column}, '') AS ${column}` : column;
}

/**
 * Queries each partition, newest first. For a query of the parent table, the planner would fetch all matches or scan
 * by id. Locking the parent after its partitions could also deadlock with a refresher that drops a partition.
 */
function newestOf(
  { days, oldestId, further, hiddenFeeds = [] }: Searched,
  plan: QueryPlan,
  { added, withExcluded }: OverflowVectors,
  columns: readonly string[],
  limit: number,
  beforeId: number | null,
) {
  const written = withoutTranscriptTerms(plan);
  const values: SqlValue[] = [String(oldestId), limit];
  const bind = (value: SqlValue) => `$${values.push(value)}`;
  const ways = [
    ...(written === null ? [] : [`words @@ ${bind(wordQuery(written))}::tsquery`]),
    ...(added.length === 0 ? [] : [`id = ANY (${bind(added)}::text[]::bigint[])`]),
  ];
  const matches = ways.length === 0 ? 'FALSE' : `(${ways.join(' OR ')})`;
  const excluded = plan.not.filter(mayBeSpoken);
  const kept =
    withExcluded === null
      ? ` AND ${isInNoVector(further, excluded, 'id', bind)}`
      : withExcluded.length === 0
        ? ''
        : ` AND id <> ALL (${bind(withExcluded)}::text[]::bigint[])`;
  const shown =
    hiddenFeeds.length === 0 ? '' : ` AND feed_id <> ALL (${bind(hiddenFeeds)}::text[]::bigint[])`;
  const older = beforeId === null ? '' : ` AND id < ${bind(String(beforeId))}::bigint`;
  const selected = ['id', ...columns].join(', ');
  const read = ['id', ...columns.map(knownColumn)].join(', ');
  const ofDays = days.filter(mayHaveBefore(beforeId)).map(({ name, firstId }) => {
    const since = firstId < oldestId ? ' AND id >= $1' : '';
    return `(SELECT ${read} FROM ${name} WHERE ${matches}${kept}${shown}${older}${since} ORDER BY id DESC LIMIT $2)`;
  });
  const statement = `SELECT ${selected} FROM (${ofDays.join(' UNION ALL ')}) AS found
    WHERE $1::bigint IS NOT NULL LIMIT $2`;
  return { statement, values };
}
