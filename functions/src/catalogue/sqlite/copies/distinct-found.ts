import * as z from 'zod';
import { FOUND_COLUMN_NAMES } from '../../episode-row.ts';
import { type Connection, prepared } from '../sqlite-database.ts';
import type { FoundStatement } from '../spoken/spoken-query.ts';

/** The statement for matches, newest first, of all or of those within a range of ids. */
export type Find = (range: { oldest?: bigint; before?: bigint }) => FoundStatement;

/** The copy that a search shows, its group and its columns. */
export interface ShownEpisode {
  id: number;
  group: number | null;
  values: unknown[];
}

/**
 * The newest matches, and the id below which the others are; `before` is missing if there are no others.
 */
interface NewestDistinct {
  /** Newest first. */
  shown: ShownEpisode[];
  before?: bigint;
}

/** How many copies are tried, those seen first first, until one matches. */
const MOST_TRIED = 5;
/** So many copies among the matches cost no second count. */
const USUAL_COPIES = 100;

/** The columns behind the id and the group are read where they are used. */
const pages = z.array(
  z.custom<[number, number | null, ...unknown[]]>(
    (row) =>
      Array.isArray(row) &&
      typeof row[0] === 'number' &&
      (row[1] === null || typeof row[1] === 'number'),
  ),
);
const ids = z.array(z.tuple([z.number()]));
const counts = z.tuple([z.tuple([z.number(), z.number(), z.number()])]);

/** The group of a match; the index holds nothing but episodes that have copies. */
const GROUP = `(
  SELECT copy_group FROM copies INDEXED BY copies_by_episode
  WHERE episode_id = found_id AND copy_group IS NOT NULL
)`;
/** CROSS JOIN fixes the order: matches first, newest first, then their episodes. */
const pageOf = (found: string) => `
  SELECT id, ${GROUP}, ${FOUND_COLUMN_NAMES} FROM (SELECT rowid AS found_id FROM (${found}))
  CROSS JOIN episodes ON episodes.id = found_id`;
const furtherOf = (found: string) => `
  SELECT found_id, ${GROUP} FROM (SELECT rowid AS found_id FROM (${found}))`;
const EPISODE = `SELECT ${FOUND_COLUMN_NAMES} FROM episodes WHERE id = ?`;
const FIRST_SEEN = `
  SELECT episode_id FROM copies WHERE copy_group = ?
  ORDER BY seen_at_ms, feed_id, episode_id LIMIT ${MOST_TRIED}`;

/**
 * The newest matches, copies of one episode once. Of those that match, the one first seen stands for
 * all: whoever takes over another's episode later cannot take its place.
 */
export function newestDistinct(connection: Connection, find: Find, limit: number): NewestDistinct {
  const seen = new Set<number>();
  const shown = new Map<number, ShownEpisode>();
  let before: bigint | undefined;
  let isEnd = false;
  for (let wanted = limit; !isEnd && shown.size < limit; wanted *= 2) {
    const [statement, of] =
      before === undefined ? [find({}), pageOf] : [find({ before }), furtherOf];
    const page = pages.parse(run(connection, statement, of, wanted));
    for (const [id, group, ...values] of page) {
      if (shown.size === limit) break;
      seen.add(id);
      before = BigInt(id);
      if (!shown.has(group ?? id)) shown.set(group ?? id, { id, group, values });
    }
    isEnd = page.length < wanted && shown.size < limit;
  }
  const isMatch = (id: number) =>
    isEnd || (before !== undefined && id >= before) ? seen.has(id) : matches(connection, find, id);
  const standing = Array.from(shown.values(), (each) =>
    withValues(connection, standingFor(connection, each, isMatch)),
  );
  standing.sort((left, right) => right.id - left.id);
  return { shown: standing, ...(!isEnd && before !== undefined && { before }) };
}

/** How many matches there are besides those of the groups given, copies counted once, up to a limit. */
export function countDistinct(
  connection: Connection,
  statement: FoundStatement,
  limit: number,
  besides: readonly ShownEpisode[] = [],
): number {
  const known = JSON.stringify(besides.map(({ group }) => group).filter((group) => group !== null));
  for (let most = limit + USUAL_COPIES; ; most *= 2) {
    const counted = counts.parse(run(connection, statement, countOf, most, [known]));
    const [[all, alone, groups]] = counted;
    if (all < most || alone + groups >= limit) return Math.min(alone + groups, limit);
  }
}

/** How many there are, how many of them have no copies, and how many groups the others are of. */
const countOf = (found: string, known: string) => `
  SELECT count(*), count(*) - count(copy_group), count(DISTINCT copy_group)
    FILTER (WHERE copy_group NOT IN (SELECT value FROM json_each(${known})))
  FROM (SELECT rowid AS found_id FROM (${found}))
  LEFT JOIN copies INDEXED BY copies_by_episode ON episode_id = found_id AND copy_group IS NOT NULL`;

function standingFor(
  connection: Connection,
  shown: ShownEpisode,
  isMatch: (id: number) => boolean,
): ShownEpisode {
  if (shown.group === null) return shown;
  const first = ids.parse(prepared(connection, FIRST_SEEN).raw().all(shown.group));
  const standing = first.find(([id]) => id === shown.id || isMatch(id));
  const isOther = standing !== undefined && standing[0] !== shown.id;
  return isOther ? { ...shown, id: standing[0], values: [] } : shown;
}

function matches(connection: Connection, find: Find, id: number): boolean {
  const only = find({ oldest: BigInt(id), before: BigInt(id) + 1n });
  return run(connection, only, (found) => found, 1).length > 0;
}

function withValues(connection: Connection, shown: ShownEpisode): ShownEpisode {
  if (shown.values.length > 0) return shown;
  const [values = []] = prepared(connection, EPISODE).raw().all(shown.id) as unknown[][];
  return { ...shown, values };
}

/** @param further Values that the statement has beyond those of the matches and their limit. */
function run(
  connection: Connection,
  { sql, values, isUsual }: FoundStatement,
  statementOf: (found: string, further: string) => string,
  limit: number,
  further: readonly string[] = [],
): unknown[] {
  const count = values.length;
  const statement = statementOf(`${sql} LIMIT ?${count + 1}`, `?${count + 2}`);
  const ready = isUsual ? prepared(connection, statement) : connection.prepare(statement);
  return ready.raw().all(...values, limit, ...further);
}
