import * as z from 'zod';
import type { FoundStatement } from './found-statement.ts';
import type { SearchConnection } from './search-connections.ts';
import type { WorkBudget } from './read-cost.ts';
import type { Episode } from '../../../../contract/index.ts';
import { byDay } from '../../../sql/episode-id.ts';
import { PROBATION_SEEN_MS } from '../../../duplicates/seen-later.ts';
import { followedValue, type Follower, isFollowedBy } from '../../../answers/heard-by.ts';
import { alsoIn, DUPLICATES_READ } from '../../../duplicates/other-shows.ts';

const NAMED = `
  SELECT json_group_array(json_array(copy_group, copies, podcast, coalesce(link, audio, ''))) FROM (
    SELECT * FROM (
      SELECT copy_group, episode_id, count(*) OVER (PARTITION BY copy_group) AS copies,
        row_number() OVER (
          PARTITION BY copy_group ORDER BY seen_at_ms, feed_id, episode_id
        ) AS place
      FROM copies
      WHERE copy_group IN (SELECT value FROM json_each(?)) AND seen_at_ms < ${PROBATION_SEEN_MS}
    ) WHERE place <= ${DUPLICATES_READ} ORDER BY copy_group, place
  ) CROSS JOIN episodes ON episodes.id = episode_id`;

const named = z.array(z.tuple([z.number(), z.number(), z.string(), z.string()]));

type OtherShows = (
  group: number | null,
  shown: Pick<Episode, 'podcast'>,
) => ReturnType<typeof alsoIn>;

export async function otherShows(
  connection: SearchConnection,
  groups: readonly (number | null)[],
): Promise<OtherShows> {
  const asked = groups.filter((group) => group !== null);
  const rows =
    asked.length === 0 ? [] : named.parse(await connection.json(NAMED, [JSON.stringify(asked)]));
  return (group, shown) => {
    const copies = rows.filter(([of]) => of === group);
    const total = copies[0]?.[1] ?? 0;
    return alsoIn(
      shown,
      copies.map(([, , podcast, link]) => ({ podcast, link })),
      total,
    );
  };
}

export type Find = (range: { oldest?: bigint; before?: bigint }) => FoundStatement;

export interface ShownEpisode {
  id: number;
  group: number | null;
  isSaid: boolean;
  onProbation: boolean;
}

export interface DistinctFound {
  shown: ShownEpisode[];
  total: number;
  /** Older matches were not looked for, as the budget did not suffice; absent if all were. */
  endedAt?: bigint;
}

/** First-seen members of a group that are checked for a match. */
const MOST_TRIED = 5;
/** Expected duplicates among the matches; up to here, one query suffices. */
const USUAL_COPIES = 100;

const pages = z.array(z.tuple([z.number(), z.literal([0, 1]), z.number().nullable()]));
const saidLists = z.array(z.tuple([z.number(), z.literal([0, 1])]));
const firstCopies = z.array(z.tuple([z.number(), z.number()]));

/** With each match's group. The partial index contains only episodes with duplicates. */
const pageOf = ({ sql, values }: FoundStatement) => `
  SELECT json_group_array(json_array(id, said, (
    SELECT copy_group FROM copies INDEXED BY copies_by_episode
    WHERE episode_id = found.id AND copy_group IS NOT NULL
  ))) FROM (SELECT * FROM (${sql}) LIMIT ?${values.length + 1}) AS found`;
/** LIMIT -1 keeps SQLite from querying FTS5 once per id. */
const amongOf = ({ sql, values }: FoundStatement) => `
  SELECT json_group_array(json_array(id, said)) FROM (SELECT * FROM (${sql}) LIMIT -1)
  WHERE id IN (SELECT value FROM json_each(?${values.length + 1}))`;
const FIRST_SEEN = `
  SELECT json_group_array(json_array(copy_group, episode_id)) FROM (
    SELECT copy_group, episode_id, row_number() OVER (
      PARTITION BY copy_group ORDER BY seen_at_ms, feed_id, episode_id
    ) AS place
    FROM copies WHERE copy_group IN (SELECT value FROM json_each(?))
  ) WHERE place <= ${MOST_TRIED}`;

/**
 * The newest matches, each group of duplicates as its first-seen match, so that a feed that copies
 * an episode later cannot replace it. `limit` episodes are returned, `totalLimit` counted.
 */
export async function dedupeResults(
  connection: SearchConnection,
  budget: WorkBudget,
  find: Find,
  {
    limit,
    totalLimit,
    excluded = new Set(),
    reviewed = false,
    followed,
  }: {
    limit: number;
    totalLimit: number;
    excluded?: ReadonlySet<number>;
    /** Leave out shows on probation. */
    reviewed?: boolean | undefined;
    followed?: Follower | undefined;
  },
): Promise<DistinctFound> {
  const most = Math.max(limit, totalLimit);
  const anyHeld = (await connection.json(ANY_HELD)) === 1;
  const heldAmong = (ids: readonly number[]) =>
    anyHeld ? heldEpisodes(connection, ids, followed) : NONE_HELD;
  const seen = new Map<number, boolean>();
  const distinct = new Map<number, ShownEpisode>();
  let before: bigint | undefined;
  let isEnd = false;
  for (
    let wanted = most + excluded.size + USUAL_COPIES;
    !isEnd && distinct.size < most;
    wanted *= 2
  ) {
    const statement = find(before === undefined ? {} : { before });
    if (before === undefined) await budget.spend(statement);
    else if (!(await budget.affords(statement))) break;
    const rows = wanted * statement.parts;
    const values = [...statement.values, BigInt(rows)];
    const page = pages.parse(await connection.json(pageOf(statement), values, statement.isUsual));
    const held = await heldAmong(page.map(([id]) => id));
    for (const [id, said, group] of page) {
      before = BigInt(id);
      const state = held.get(id);
      const isOnProbation = state === 'probation';
      if (excluded.has(id) || state === 'followers' || (reviewed && isOnProbation)) continue;
      const known = distinct.get(group ?? id);
      const isSaid = said === 1 || seen.get(id) === true;
      seen.set(id, isSaid);
      if (known === undefined)
        distinct.set(group ?? id, { id, group, isSaid, onProbation: isOnProbation });
      else if (known.id === id) known.isSaid = isSaid;
    }
    isEnd = page.length < rows;
  }
  const shown = [...distinct.values()].slice(0, most).sort(byDay).slice(0, limit);
  const isKnown = (id: number) =>
    isEnd || (before !== undefined && id >= before) || excluded.has(id);
  const standing = await firstSeen(connection, budget, find, shown, { seen, isKnown });
  for (const each of shown) {
    const first = each.group === null ? undefined : standing.get(each.group);
    if (first !== undefined) Object.assign(each, first);
  }
  const held = await heldAmong(shown.map(({ id }) => id));
  for (const each of shown) each.onProbation = held.has(each.id);
  shown.sort(byDay);
  const total = Math.min(distinct.size, totalLimit);
  const endedAt = isEnd || distinct.size >= most ? undefined : before;
  return { shown, total, ...(endedAt !== undefined && { endedAt }) };
}

const ANY_HELD = `SELECT EXISTS (SELECT 1 FROM feeds WHERE state IN ('probation', 'followers'))`;
const HELD = `
  SELECT json_group_array(json_array(found, state)) FROM (SELECT value AS found FROM json_each(?1))
  CROSS JOIN episodes ON episodes.id = found CROSS JOIN feeds ON feeds.id = feed_id
  WHERE state IN ('probation', 'followers') AND NOT ${isFollowedBy('?2')}`;

const heldLists = z.array(z.tuple([z.number(), z.enum(['probation', 'followers'])]));
type HeldEpisodes = ReadonlyMap<number, 'probation' | 'followers'>;
const NONE_HELD: HeldEpisodes = new Map();

/** Those of the episodes whose shows have not passed, and which the person does not follow. */
async function heldEpisodes(
  connection: SearchConnection,
  ids: readonly number[],
  followed?: Follower,
): Promise<HeldEpisodes> {
  if (ids.length === 0) return NONE_HELD;
  const values = [JSON.stringify(ids), followedValue(followed)];
  return new Map(heldLists.parse(await connection.json(HELD, values)));
}

async function firstSeen(
  connection: SearchConnection,
  budget: WorkBudget,
  find: Find,
  shown: readonly ShownEpisode[],
  { seen, isKnown }: { seen: ReadonlyMap<number, boolean>; isKnown: (id: number) => boolean },
): Promise<Map<number, Pick<ShownEpisode, 'id' | 'isSaid'>>> {
  const groups = shown.map(({ group }) => group).filter((group) => group !== null);
  if (groups.length === 0) return new Map();
  const copies = firstCopies.parse(await connection.json(FIRST_SEEN, [JSON.stringify(groups)]));
  const unknown = copies.map(([, id]) => id).filter((id) => !isKnown(id));
  const matches = new Map([...seen, ...(await among(connection, budget, find, unknown))]);
  const found = new Map<number, Pick<ShownEpisode, 'id' | 'isSaid'>>();
  for (const [group, id] of copies) {
    const isSaid = matches.get(id);
    if (isSaid !== undefined && !found.has(group)) found.set(group, { id, isSaid });
  }
  return found;
}

/** Matching ids, and whether the transcript matches; empty if the budget does not suffice. */
async function among(
  connection: SearchConnection,
  budget: WorkBudget,
  find: Find,
  ids: readonly number[],
): Promise<Map<number, boolean>> {
  const found = new Map<number, boolean>();
  if (ids.length === 0) return found;
  const oldest = BigInt(Math.min(...ids));
  const statement = find({ oldest, before: BigInt(Math.max(...ids)) + 1n });
  const whole = statement.lookups.map((lookup) => ({ ...lookup, endsEarly: false }));
  if (!(await budget.affords({ ...statement, lookups: whole }))) return found;
  const values = [...statement.values, JSON.stringify(ids)];
  const rows = saidLists.parse(
    await connection.json(amongOf(statement), values, statement.isUsual),
  );
  for (const [id, said] of rows) found.set(id, said === 1 || found.get(id) === true);
  return found;
}
