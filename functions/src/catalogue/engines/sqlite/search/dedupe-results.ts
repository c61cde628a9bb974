import * as z from 'zod';
import type { FoundStatement, Range } from './found-statement.ts';
import type { SearchConnection, SqlValue } from './search-connections.ts';
import type {
  DistinctEpisode,
  DistinctFound,
  OtherShows,
  PageBounds,
} from '../../../answers/find-episodes.ts';
import { newestFirst } from '../../../schema/episode-id.ts';
import { followedValue, type Follower, isHiddenFrom } from '../../../answers/visibility.ts';
import { alsoIn, DUPLICATES_READ } from '../../../store/other-shows.ts';

const NAMED = `
  SELECT json_group_array(json_array(copy_group, copies, podcast, coalesce(link, audio, ''))) FROM (
    SELECT * FROM (
      SELECT copy_group, episode_id, count(*) OVER (PARTITION BY copy_group) AS copies,
        row_number() OVER (
          PARTITION BY copy_group ORDER BY seen_at_ms, feed_id, episode_id
        ) AS nth
      FROM copies
      WHERE copy_group IN (SELECT value FROM json_each(?))
    ) WHERE nth <= ${DUPLICATES_READ} ORDER BY copy_group, nth
  ) CROSS JOIN episodes ON episodes.id = episode_id`;

const named = z.array(z.tuple([z.number(), z.number(), z.string(), z.string()]));

export async function otherShows(
  connection: SearchConnection,
  shown: readonly DistinctEpisode[],
): Promise<OtherShows> {
  const asked = shown.map(({ group }) => group).filter((group) => group !== null);
  const rows =
    asked.length === 0 ? [] : named.parse(await connection.json(NAMED, [JSON.stringify(asked)]));
  return ({ group }, episode) => {
    if (group === null) return {};
    const copies = rows.filter(([of]) => of === group);
    const total = copies[0]?.[1] ?? 0;
    return alsoIn(
      episode,
      copies.map(([, , podcast, link]) => ({ podcast, link })),
      total,
    );
  };
}

export type Find = (range: Partial<Range>) => FoundStatement;

/** Max members of a group, first seen first, that are checked for a match. */
const MAX_TRIED = 5;
/** One query suffices if the matches include at most this many duplicates. */
const USUAL_COPIES = 100;

const pageSchema = z.tuple([
  z.array(z.number()),
  z.array(z.number()),
  z.array(z.tuple([z.number(), z.number()])),
]);
const firstCopies = z.array(z.tuple([z.number(), z.number()]));

/** Number of the next SQL parameter, after those of the statement. */
const nextOf = ({ values }: FoundStatement) => values.length + 1;

function excludeHidden(statement: FoundStatement, { anyHidden }: Shows): string {
  if (!anyHidden) return statement.sql;
  return `SELECT id, said FROM (${statement.sql}) AS found WHERE NOT EXISTS (
    SELECT 1 FROM episodes CROSS JOIN feeds ON feeds.id = feed_id
    WHERE episodes.id = found.id AND ${isHiddenFrom(`?${nextOf(statement)}`)})`;
}

/** Three lists: all ids, the ids with a matching transcript, and the id and group of each grouped match. */
const LISTS = `json_array(json_group_array(id), json_group_array(id) FILTER (WHERE said = 1),
  json_group_array(json_array(id, copy_group)) FILTER (WHERE copy_group IS NOT NULL))`;

/** Uses the partial index, which has only episodes with duplicates. */
const pageOf = (statement: FoundStatement, shows: Shows) => `
  SELECT ${LISTS} FROM (
    SELECT id, said, (
      SELECT copy_group FROM copies INDEXED BY copies_by_episode
      WHERE episode_id = found.id AND copy_group IS NOT NULL
    ) AS copy_group FROM (${excludeHidden(statement, shows)} LIMIT ?${nextOf(statement) + 1}) AS found
  )`;
/** LIMIT -1 keeps SQLite from querying FTS5 once per id. */
const amongOf = (statement: FoundStatement, shows: Shows) => `
  SELECT ${LISTS} FROM (
    SELECT id, said, NULL AS copy_group FROM (${excludeHidden(statement, shows)} LIMIT -1)
    WHERE id IN (SELECT value FROM json_each(?${nextOf(statement) + 1}))
  )`;
const FIRST_SEEN = `
  SELECT json_group_array(json_array(copy_group, episode_id)) FROM (
    SELECT copy_group, episode_id, row_number() OVER (
      PARTITION BY copy_group ORDER BY seen_at_ms, feed_id, episode_id
    ) AS nth
    FROM copies WHERE copy_group IN (SELECT value FROM json_each(?))
  ) WHERE nth <= ${MAX_TRIED}`;

export interface Shows {
  /** False if no show is followers-only, which makes a search faster. */
  anyHidden: boolean;
  followed: Follower | undefined;
}

interface Matches {
  pages: (readonly number[])[];
  said: Set<number>;
  groups: Map<number, number>;
}

/** Adds the rows to `matches`; returns their ids in order. */
async function readMatches(
  connection: SearchConnection,
  matches: Matches,
  sql: string,
  { statement, shows, last }: { statement: FoundStatement; shows: Shows; last: SqlValue },
): Promise<number[]> {
  const values = [...statement.values, followedValue(shows.followed), last];
  const found = await connection.json(sql, values, statement.isUsual);
  const [ids, said, groups] = pageSchema.parse(found);
  for (const id of said) matches.said.add(id);
  for (const [id, group] of groups) matches.groups.set(id, group);
  return ids;
}

/**
 * Returns `limit` of the newest matches after the first `skip`, and counts up to `totalLimit`. Each group of
 * duplicates gives one result, its first-seen match, which a feed that copies the episode later cannot replace.
 */
export async function dedupeResults(
  connection: SearchConnection,
  find: Find,
  {
    skip,
    limit,
    totalLimit,
    excluded,
    shows,
  }: PageBounds & { excluded: ReadonlySet<number>; shows: Shows },
): Promise<DistinctFound> {
  const most = Math.max(skip + limit, totalLimit);
  const matches: Matches = { pages: [], said: new Set(), groups: new Map() };
  /** Ids of ungrouped matches, and of the newest match of each group. */
  const distinct: number[] = [];
  const keys = new Set<number>();
  let before: bigint | undefined;
  let isEnd = false;
  for (
    let wanted = most + excluded.size + USUAL_COPIES;
    !isEnd && distinct.length < most;
    wanted *= 2
  ) {
    const statement = find(before === undefined ? {} : { before });
    const rows = wanted * statement.parts;
    const page = { statement, shows, last: BigInt(rows) };
    const read = await readMatches(connection, matches, pageOf(statement, shows), page);
    const ids = excluded.size === 0 ? read : read.filter((id) => !excluded.has(id));
    for (const id of ids) {
      keys.add(matches.groups.get(id) ?? id);
      if (keys.size > distinct.length) distinct.push(id);
    }
    matches.pages.push(ids);
    const oldest = read.at(-1);
    if (oldest !== undefined) before = BigInt(oldest);
    isEnd = read.length < rows;
  }
  const newest = distinct.slice(0, most).map((id) => shownOf(id, matches));
  const isKnown = (id: number) =>
    isEnd || (before !== undefined && id >= before) || excluded.has(id);
  const shown = newest.slice(skip, skip + limit);
  const options = { shown, shows, matches, isKnown };
  const standing = await firstSeen(connection, find, options);
  const total = Math.min(distinct.length, totalLimit);
  return { shown: standing.sort(newestFirst), total, lastId: distinct[total - 1] };
}

function shownOf(id: number, { said, groups }: Matches): DistinctEpisode {
  return { id, group: groups.get(id) ?? null, isSaid: said.has(id) };
}

/** Replaces each grouped episode by its group's first-seen match. */
async function firstSeen(
  connection: SearchConnection,
  find: Find,
  {
    shown,
    shows,
    matches,
    isKnown,
  }: {
    shown: readonly DistinctEpisode[];
    shows: Shows;
    matches: Matches;
    isKnown: (id: number) => boolean;
  },
): Promise<DistinctEpisode[]> {
  const groups = shown.map(({ group }) => group).filter((group) => group !== null);
  if (groups.length === 0) return [...shown];
  const copies = firstCopies.parse(await connection.json(FIRST_SEEN, [JSON.stringify(groups)]));
  const unknown = copies.map(([, id]) => id).filter((id) => !isKnown(id));
  const older = await among(connection, find, { ids: unknown, shows, matches });
  const all = new Set([...matches.pages.flat(), ...older]);
  const first = new Map<number, number>();
  for (const [group, id] of copies) {
    const isMatch = all.has(id);
    if (isMatch && !first.has(group)) first.set(group, id);
  }
  return shown.map((each) => {
    const id = each.group === null ? undefined : first.get(each.group);
    return id === undefined ? each : { ...shownOf(id, matches), group: each.group };
  });
}

async function among(
  connection: SearchConnection,
  find: Find,
  { ids, shows, matches }: { ids: readonly number[]; shows: Shows; matches: Matches },
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const oldest = BigInt(Math.min(...ids));
  const statement = find({ oldest, before: BigInt(Math.max(...ids)) + 1n });
  const asked = { statement, shows, last: JSON.stringify(ids) };
  const sql = amongOf(statement, shows);
  return readMatches(connection, matches, sql, asked);
}
