import * as z from 'zod';
import { newestFirst } from '../../../schema/episode-id.ts';
import { alsoIn, DUPLICATES_READ, type EpisodeDuplicate } from '../../../store/other-shows.ts';
import type {
  DistinctEpisode,
  DistinctFound,
  OtherShows,
  PageBounds,
} from '../../../answers/find-episodes.ts';
import { byFirstSeen } from '../../../store/group-duplicates.ts';
import { followedValue, type Follower, isHiddenFrom } from '../../../answers/visibility.ts';
import type { DayTable } from '../day-tables.ts';
import { rowsOf, type SqlSession } from '../server/sql-server.ts';

const GROUPS = `
  SELECT episode_id AS id, copy_group AS "group", feed_id, seen_at_ms FROM copies
  WHERE copy_group IS NOT NULL AND episode_id = ANY ($1::text[]::bigint[])`;
const MEMBERS = `
  SELECT copy_group AS "group", id, total FROM unnest($1::text[]::bigint[]) AS wanted (copy_group)
  CROSS JOIN LATERAL (
    SELECT episode_id AS id, count(*) OVER () AS total FROM copies
    WHERE copies.copy_group = wanted.copy_group
    ORDER BY seen_at_ms, feed_id, episode_id LIMIT ${DUPLICATES_READ}
  ) AS members`;
const NAMES = `
  SELECT id, podcast, link, audio FROM episodes WHERE id = ANY ($1::text[]::bigint[])`;

const groupedRow = z.object({
  id: z.number(),
  group: z.number(),
  feedId: z.number(),
  seenAtMs: z.number(),
});
const memberRow = z.object({ group: z.number(), id: z.number(), total: z.number() });
const namedRow = z.object({
  id: z.number(),
  podcast: z.string(),
  link: z.string().nullable(),
  audio: z.string().nullable(),
});

/**
 * Each group of duplicates gives one result, its first-seen match, so that a feed that copies an episode later cannot
 * replace the original. `find` may return duplicates.
 */
export async function dedupeResults(
  session: SqlSession,
  find: (limit: number) => Promise<number[]>,
  { skip, limit: shownAtMost, totalLimit, days, spoken, followed }: Bounds,
): Promise<DistinctFound> {
  const most = Math.max(skip + shownAtMost, totalLimit);
  for (let limit = most; ; limit *= 2) {
    const ids = await find(limit);
    const hidden = await hiddenEpisodes(session, days, ids, followed);
    const shown = await firstOfGroups(
      session,
      ids.filter((id) => !hidden.has(id)),
    );
    if (shown.length >= most || ids.length < limit) {
      const total = Math.min(shown.length, totalLimit);
      const page = shown.slice(skip, skip + shownAtMost).map(({ id, group }) => {
        return { id, group, isSaid: spoken };
      });
      return {
        shown: page.sort(newestFirst),
        total,
        lastId: shown[total - 1]?.newestId,
      };
    }
  }
}

interface Bounds extends PageBounds {
  days: readonly DayTable[];
  spoken: boolean;
  followed?: Follower | undefined;
}

const ANY_HIDDEN = `SELECT 1 FROM feeds WHERE state = 'followers' LIMIT 1`;

/** Max hidden feeds that a search excludes; episodes of further hidden feeds are removed from its result. */
const MAX_EXCLUDED = 1_000;
const HIDDEN = `
  SELECT id FROM feeds WHERE ${isHiddenFrom('$1')} AND episodes > 0
  ORDER BY episodes DESC LIMIT ${MAX_EXCLUDED}`;

const idRow = z.object({ id: z.number() });

/** Returns the largest hidden feeds, because a search could read thousands of their episodes before a visible match. */
export async function hiddenFeeds(session: SqlSession, followed?: Follower): Promise<string[]> {
  const found = await rowsOf(session, idRow, HIDDEN, [followedValue(followed)]);
  return found.map(({ id }) => String(id));
}

async function hiddenEpisodes(
  session: SqlSession,
  days: readonly DayTable[],
  ids: readonly number[],
  followed?: Follower,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0 || (await session.find(ANY_HIDDEN)).rows.length === 0) return new Set();
  const ofDays = days
    .filter(({ firstId, endId }) => ids.some((id) => id >= firstId && id < endId))
    .map(
      ({ name }) => `SELECT day.id FROM ${name} AS day JOIN feeds ON feeds.id = day.feed_id
        WHERE day.id = ANY ($1::text[]::bigint[]) AND ${isHiddenFrom('$2')}`,
    );
  const values = [ids.map(String), followedValue(followed)];
  const hidden = await rowsOf(session, idRow, ofDays.join(' UNION ALL '), values);
  return new Set(hidden.map(({ id }) => id));
}

interface GroupedId extends Pick<DistinctEpisode, 'id' | 'group'> {
  newestId: number;
}

/** Returns the first-seen match of each group, at the position of the group's newest match. */
async function firstOfGroups(session: SqlSession, ids: readonly number[]): Promise<GroupedId[]> {
  const rows = ids.length === 0 ? [] : await rowsOf(session, groupedRow, GROUPS, [ids.map(String)]);
  const grouped = new Map(rows.map((each) => [each.id, each]));
  const firstOf = new Map<number, number>();
  for (const { id, group } of [...grouped.values()].sort(byFirstSeen)) {
    if (!firstOf.has(group)) firstOf.set(group, id);
  }
  const shown = new Map<number, GroupedId>();
  for (const id of ids) {
    const group = grouped.get(id)?.group ?? null;
    const standing = group === null ? id : (firstOf.get(group) ?? id);
    if (!shown.has(standing)) shown.set(standing, { id: standing, group, newestId: id });
  }
  return [...shown.values()];
}

export async function otherShows(
  session: SqlSession,
  shown: readonly DistinctEpisode[],
): Promise<OtherShows> {
  const wanted = shown.map(({ group }) => group).filter((group) => group !== null);
  if (wanted.length === 0) return () => ({});
  const found = await rowsOf(session, memberRow, MEMBERS, [wanted.map(String)]);
  const ids = found.map(({ id }) => String(id));
  const named = await rowsOf(session, namedRow, NAMES, [ids]);
  const copyOf = new Map(
    named.map(({ id, podcast, link, audio }) => [id, { podcast, link: link ?? audio ?? '' }]),
  );
  const copies = new Map<number, { total: number; named: EpisodeDuplicate[] }>();
  for (const { group, id, total } of found) {
    const known = copies.get(group) ?? { total, named: [] };
    const copy = copyOf.get(id);
    if (copy !== undefined) known.named.push(copy);
    copies.set(group, known);
  }
  return ({ group }, episode) => {
    const known = copies.get(group ?? 0);
    return known === undefined ? {} : alsoIn(episode, known.named, known.total);
  };
}
