import * as z from 'zod';
import type { Episode } from '../../../../contract/index.ts';
import { alsoIn, DUPLICATES_READ, type EpisodeDuplicate } from '../../../duplicates/other-shows.ts';
import { byFirstSeen } from '../../../duplicates/group-duplicates.ts';
import type { SqlSession } from '../server/sql-server.ts';

interface ShownId {
  id: number;
  group: number | null;
}

const GROUPS = `
  SELECT episode_id, copy_group, feed_id, seen_at_ms FROM copies
  WHERE copy_group IS NOT NULL AND episode_id = ANY ($1::text[]::bigint[])`;
/** The first-seen members of each group, and the group's size. */
const MEMBERS = `
  SELECT copy_group, id, total FROM unnest($1::text[]::bigint[]) AS wanted (copy_group)
  CROSS JOIN LATERAL (
    SELECT episode_id AS id, count(*) OVER () AS total FROM copies
    WHERE copies.copy_group = wanted.copy_group
    ORDER BY seen_at_ms, feed_id, episode_id LIMIT ${DUPLICATES_READ}
  ) AS members`;
const NAMES = `
  SELECT id, podcast, link, audio FROM episodes WHERE id = ANY ($1::text[]::bigint[])`;

const groups = z.array(z.tuple([z.number(), z.number(), z.number(), z.number()]));
const members = z.array(z.tuple([z.number(), z.number(), z.number()]));
const names = z.array(
  z.tuple([z.number(), z.string(), z.string().nullable(), z.string().nullable()]),
);

/**
 * The newest matches, up to `most`, each group of duplicates as its first-seen match, so that a
 * feed that copies an episode later cannot replace it. `find` includes duplicates.
 */
export async function dedupeResults(
  session: SqlSession,
  find: (limit: number) => Promise<number[]>,
  most: number,
): Promise<{ shown: ShownId[]; total: number }> {
  for (let limit = most; ; limit *= 2) {
    const ids = await find(limit);
    const shown = await boilerplateFor(session, ids);
    if (shown.length >= most || ids.length < limit) {
      return { shown: shown.slice(0, most), total: Math.min(shown.length, most) };
    }
  }
}

/** One episode per group, at the position of the group's newest match. */
async function boilerplateFor(session: SqlSession, ids: readonly number[]): Promise<ShownId[]> {
  const rows = ids.length === 0 ? [] : await session.rows(GROUPS, [ids.map(String)]);
  const grouped = new Map(
    groups
      .parse(rows)
      .map(([id, group, feedId, seenAtMs]) => [id, { id, group, feedId, seenAtMs }]),
  );
  const firstOf = new Map<number, number>();
  for (const { id, group } of [...grouped.values()].sort(byFirstSeen)) {
    if (!firstOf.has(group)) firstOf.set(group, id);
  }
  const shown = new Map<number, ShownId>();
  for (const id of ids) {
    const group = grouped.get(id)?.group ?? null;
    const standing = group === null ? id : (firstOf.get(group) ?? id);
    shown.set(standing, { id: standing, group });
  }
  return [...shown.values()];
}

export async function otherShows(
  session: SqlSession,
  shown: readonly ShownId[],
): Promise<(id: number, episode: Pick<Episode, 'podcast'>) => ReturnType<typeof alsoIn>> {
  const groupOf = new Map(shown.map(({ id, group }) => [id, group]));
  const wanted = [...groupOf.values()].filter((group) => group !== null);
  if (wanted.length === 0) return () => ({});
  const found = members.parse(await session.rows(MEMBERS, [wanted.map(String)]));
  const named = names.parse(await session.rows(NAMES, [found.map(([, id]) => String(id))]));
  const copyOf = new Map(
    named.map(([id, podcast, link, audio]) => [id, { podcast, link: link ?? audio ?? '' }]),
  );
  const copies = new Map<number, { total: number; named: EpisodeDuplicate[] }>();
  for (const [group, id, total] of found) {
    const known = copies.get(group) ?? { total, named: [] };
    const copy = copyOf.get(id);
    if (copy !== undefined) known.named.push(copy);
    copies.set(group, known);
  }
  return (id, episode) => {
    const known = copies.get(groupOf.get(id) ?? 0);
    return known === undefined ? {} : alsoIn(episode, known.named, known.total);
  };
}
