import * as z from 'zod';
import { attachCopies } from '../../copies/attach-copies.ts';
import {
  changedCopies,
  changedGroups,
  ENTRY_COLUMNS,
  KEY_COLUMNS,
  KNOWN_COLUMNS,
  LINKING_COLUMNS,
  readEntries,
  readKnown,
  valuesOf,
} from '../../copies/changed-copies.ts';
import type { LINKING_KEYS } from '../../copies/copy-keys.ts';
import { type CopyEntry, linkingKeys } from '../../copies/group-copies.ts';
import type { SqlSession } from '../server/sql-server.ts';

const KNOWN = `
  SELECT ${KNOWN_COLUMNS} FROM episodes LEFT JOIN copies ON copies.episode_id = id
  WHERE episodes.feed_id = $1`;
const REMOVE = 'DELETE FROM copies WHERE episode_id = ANY ($1::text[]::bigint[])';
const WRITE = `
  INSERT INTO copies (episode_id, feed_id, seen_at_ms, ${KEY_COLUMNS.join(', ')})
  SELECT item.id::bigint, $1, item.seen_at_ms::bigint,
    ${KEY_COLUMNS.map((name) => `item.${name}::bigint`).join(', ')}
  FROM unnest($2::text[], $3::text[], ${KEY_COLUMNS.map((_, at) => `$${at + 4}::text[]`).join(', ')})
    AS item (id, seen_at_ms, ${KEY_COLUMNS.join(', ')})
  ON CONFLICT (episode_id) DO UPDATE SET
    ${['seen_at_ms', ...KEY_COLUMNS].map((name) => `${name} = excluded.${name}`).join(', ')}`;
/** Of those besides each one that have its key, the first seen. */
const FIRST_WITH = (column: (typeof LINKING_COLUMNS)[number]) => `
  SELECT wanted.id, mate.* FROM unnest($1::text[]::bigint[], $2::text[]::bigint[]) AS wanted (id, key)
  CROSS JOIN LATERAL (
    SELECT ${ENTRY_COLUMNS} FROM copies WHERE ${column} = wanted.key AND episode_id <> wanted.id
    ORDER BY seen_at_ms, feed_id, episode_id LIMIT 1
  ) AS mate`;
/** All episodes that share a key with one of these, or with one that does, and so on. */
const LINKED = `
  WITH RECURSIVE linked (key) AS (
    SELECT unnest($1::text[]::bigint[])
    UNION SELECT other FROM linked CROSS JOIN LATERAL (
      ${LINKING_COLUMNS.flatMap((column) =>
        LINKING_COLUMNS.filter((other) => other !== column).map(
          (other) =>
            `SELECT ${other} AS other FROM copies WHERE ${column} = key AND ${other} IS NOT NULL`,
        ),
      ).join(' UNION ALL ')}
    ) AS mates
  )
  ${LINKING_COLUMNS.map(
    (column) => `SELECT ${ENTRY_COLUMNS} FROM copies WHERE ${column} IN (SELECT key FROM linked)`,
  ).join(' UNION ')}`;
/** Of these episodes, those that have copies. */
const GROUPED = `
  SELECT ${ENTRY_COLUMNS} FROM copies
  WHERE copy_group IS NOT NULL AND episode_id = ANY ($1::text[]::bigint[])`;
const REGROUP = `
  UPDATE copies SET copy_group = item.copy_group::bigint
  FROM unnest($1::text[], $2::text[]) AS item (id, copy_group)
  WHERE episode_id = item.id::bigint`;

const found = z.array(z.tuple([z.number()]).rest(z.unknown()));

/**
 * Updates the keys of a feed's episodes, and which episodes of other feeds are the same.
 * @param gone What {@link linksOf} returned for episodes that have been removed since.
 */
export async function updateCopies(
  session: SqlSession,
  feed: number,
  gone: readonly number[] = [],
): Promise<void> {
  const known = readKnown(await session.rows(KNOWN, [feed]));
  const { write, remove, added, touched } = changedCopies(feed, known);
  if (remove.length > 0) await session.rows(REMOVE, [remove.map(String)]);
  if (write.length > 0) {
    const columns = [
      write.map(({ id }) => String(id)),
      write.map(({ seenAtMs }) => String(seenAtMs)),
      ...KEY_COLUMNS.map((_, at) => write.map(({ keys }) => asText(valuesOf(keys)[at] ?? null))),
    ];
    await session.rows(WRITE, [feed, ...columns]);
  }
  const [byTitle, byLength, byFacts] = [
    await firstWith(session, 'title_key', keyed(added, 'title')),
    await firstWith(session, 'length_key', keyed(added, 'length')),
    await firstWith(session, 'facts_key', keyed(added, 'facts')),
  ];
  const { attached, touched: further } = attachCopies(added, ({ id }) => ({
    title: byTitle.get(id) ?? null,
    length: byLength.get(id) ?? null,
    facts: byFacts.get(id) ?? null,
  }));
  await regroup(session, attached);
  await regroupLinked(session, [...gone, ...touched, ...further]);
}

/** The keys by which episodes are linked with others: once they are removed, these are to be regrouped. */
export async function linksOf(session: SqlSession, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const entries = readEntries(await session.rows(GROUPED, [ids.map(String)]));
  return entries.flatMap(({ keys }) => linkingKeys(keys));
}

/** Groups all anew that are linked by these keys. */
export async function regroupLinked(session: SqlSession, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return;
  const linked = readEntries(await session.rows(LINKED, [keys.map(String)]));
  await regroup(session, changedGroups(linked));
}

type Keyed = { id: number; key: number }[];

function keyed(entries: readonly CopyEntry[], kind: (typeof LINKING_KEYS)[number]): Keyed {
  return entries.flatMap(({ id, keys: { [kind]: key } }) => (key === null ? [] : [{ id, key }]));
}

/** By the ids of those that have the keys. */
async function firstWith(
  session: SqlSession,
  column: (typeof LINKING_COLUMNS)[number],
  wanted: Keyed,
): Promise<Map<number, CopyEntry>> {
  if (wanted.length === 0) return new Map();
  const values = [wanted.map(({ id }) => String(id)), wanted.map(({ key }) => String(key))];
  const rows = found.parse(await session.rows(FIRST_WITH(column), values));
  const mates = readEntries(rows.map(([, ...mate]) => mate));
  return new Map(mates.flatMap((mate, at) => (rows[at] ? [[rows[at][0], mate]] : [])));
}

async function regroup(
  session: SqlSession,
  changed: readonly { id: number; group: number | null }[],
): Promise<void> {
  if (changed.length === 0) return;
  const ids = changed.map(({ id }) => String(id));
  await session.rows(REGROUP, [ids, changed.map(({ group }) => asText(group))]);
}

function asText(value: number | null): string | null {
  return value === null ? null : String(value);
}
