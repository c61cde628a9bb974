import * as z from 'zod';
import { attachCopies } from '../../copies/attach-copies.ts';
import {
  changedCopies,
  changedGroups,
  ENTRY_COLUMNS,
  KNOWN_COLUMNS,
  readEntries,
  readKnown,
} from '../../copies/changed-copies.ts';
import type { CopyEntry } from '../../copies/group-copies.ts';
import type { SqlSession } from '../server/sql-server.ts';

const KNOWN = `
  SELECT ${KNOWN_COLUMNS} FROM episodes LEFT JOIN copies ON copies.episode_id = id
  WHERE episodes.feed_id = $1`;
const REMOVE = 'DELETE FROM copies WHERE episode_id = ANY ($1::text[]::bigint[])';
const WRITE = `
  INSERT INTO copies (episode_id, feed_id, seen_at_ms, audio_key, facts_key)
  SELECT item.id::bigint, $1, item.seen_at_ms::bigint, item.audio_key::bigint, item.facts_key::bigint
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[])
    AS item (id, seen_at_ms, audio_key, facts_key)
  ON CONFLICT (episode_id) DO UPDATE SET
    seen_at_ms = excluded.seen_at_ms, audio_key = excluded.audio_key, facts_key = excluded.facts_key`;
/** Of those besides each one that have its key, the first seen. */
const FIRST_WITH = (key: 'audio_key' | 'facts_key') => `
  SELECT wanted.id, mate.* FROM unnest($1::text[]::bigint[], $2::text[]::bigint[]) AS wanted (id, key)
  CROSS JOIN LATERAL (
    SELECT ${ENTRY_COLUMNS} FROM copies WHERE ${key} = wanted.key AND episode_id <> wanted.id
    ORDER BY seen_at_ms, feed_id, episode_id LIMIT 1
  ) AS mate`;
/** All episodes that share a key with one of these, or with one that does, and so on. */
const LINKED = `
  WITH RECURSIVE linked (key) AS (
    SELECT unnest($1::text[]::bigint[])
    UNION SELECT other FROM linked CROSS JOIN LATERAL (
      SELECT facts_key AS other FROM copies WHERE audio_key = key
      UNION ALL SELECT audio_key FROM copies WHERE facts_key = key
    ) AS mates
  )
  SELECT ${ENTRY_COLUMNS} FROM copies WHERE audio_key IN (SELECT key FROM linked)
  UNION SELECT ${ENTRY_COLUMNS} FROM copies WHERE facts_key IN (SELECT key FROM linked)`;
const REGROUP = `
  UPDATE copies SET copy_group = item.copy_group::bigint
  FROM unnest($1::text[], $2::text[]) AS item (id, copy_group)
  WHERE episode_id = item.id::bigint`;

const found = z.array(z.tuple([z.number()]).rest(z.unknown()));

/** Updates the keys of a feed's episodes, and which episodes of other feeds are the same. */
export async function updateCopies(session: SqlSession, feed: number): Promise<void> {
  const known = readKnown(await session.rows(KNOWN, [feed]));
  const { write, remove, added, touched } = changedCopies(feed, known);
  if (remove.length > 0) await session.rows(REMOVE, [remove.map(String)]);
  if (write.length > 0) {
    const columns = [
      write.map(({ id }) => String(id)),
      write.map(({ seenAtMs }) => String(seenAtMs)),
      write.map(({ keys }) => asText(keys.audio)),
      write.map(({ keys }) => asText(keys.facts)),
    ];
    await session.rows(WRITE, [feed, ...columns]);
  }
  const byAudio = await firstWith(session, 'audio_key', keyed(added, 'audioKey'));
  const byFacts = await firstWith(session, 'facts_key', keyed(added, 'factsKey'));
  const { attached, touched: further } = attachCopies(added, ({ id }) => ({
    audio: byAudio.get(id) ?? null,
    facts: byFacts.get(id) ?? null,
  }));
  await regroup(session, attached);
  const all = [...touched, ...further];
  if (all.length === 0) return;
  const linked = readEntries(await session.rows(LINKED, [all.map(String)]));
  await regroup(session, changedGroups(linked));
}

type Keyed = { id: number; key: number }[];

function keyed(entries: readonly CopyEntry[], name: 'audioKey' | 'factsKey'): Keyed {
  return entries.flatMap(({ id, [name]: key }) => (key === null ? [] : [{ id, key }]));
}

/** By the ids of those that have the keys. */
async function firstWith(
  session: SqlSession,
  column: 'audio_key' | 'facts_key',
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
