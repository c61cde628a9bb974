import * as z from 'zod';
import {
  attachDuplicates,
  type DuplicateEntry,
  groupDuplicates,
  linkingKeys,
} from './group-duplicates.ts';
import { UNGROUPED_SEEN_MS } from './seen-later.ts';
import type { Dialect, ListColumns } from '../schema/dialect.ts';
import { engine, rows, run, type Work } from '../schema/work.ts';
import {
  type DuplicateKeys,
  duplicateKeysOf,
  type KeyedEpisode,
  NO_KEYS,
} from './duplicate-keys.ts';

interface KnownEpisode extends KeyedEpisode {
  id: number;
  seenAtMs: number;
  known: DuplicateKeys | null;
}

interface ChangedDuplicates {
  write: { id: number; seenAtMs: number; keys: DuplicateKeys }[];
  /** Ids of episodes that have lost all keys. */
  remove: number[];
  added: DuplicateEntry[];
  /** Old and new keys of changed episodes. All episodes with these keys need regrouping. */
  touched: number[];
}

function changedDuplicates(feedId: number, episodes: readonly KnownEpisode[]): ChangedDuplicates {
  const changed: ChangedDuplicates = { write: [], remove: [], added: [], touched: [] };
  const keysOf = duplicateKeysOf(episodes);
  for (const [at, { id, seenAtMs, known }] of episodes.entries()) {
    const keys = keysOf[at] ?? NO_KEYS;
    if (valuesOf(keys).join() === valuesOf(known ?? NO_KEYS).join()) continue;
    if (known === null) changed.added.push({ id, feedId, seenAtMs, keys, group: null });
    else if (linkingKeys(keys).join() !== linkingKeys(known).join()) {
      changed.touched.push(...linkingKeys(keys), ...linkingKeys(known));
    }
    if (valuesOf(keys).every((key) => key === null)) changed.remove.push(id);
    else changed.write.push({ id, seenAtMs, keys });
  }
  return changed;
}

function valuesOf({ title, length, facts, show }: DuplicateKeys): (number | null)[] {
  return [title, length, facts, show];
}

export function changedGroups(
  entries: readonly DuplicateEntry[],
): { id: number; group: number | null }[] {
  const groups = groupDuplicates(entries);
  return entries
    .map(({ id, group: before }) => ({ id, before, group: groups.get(id) ?? null }))
    .filter(({ before, group }) => before !== group)
    .map(({ id, group }) => ({ id, group }));
}

export const KEY_COLUMNS = ['title_key', 'length_key', 'facts_key', 'show_key'] as const;
const LINKING_COLUMNS = ['title_key', 'length_key', 'facts_key'] as const;

const KNOWN_COLUMNS = `id, coalesce(copies.seen_at_ms, ingested_at_ms + $2) AS seen_at_ms, title, audio,
  duration_s AS duration_seconds, pub_date_ms AS published_at_ms, podcast,
  copies.episode_id AS known_id, ${KEY_COLUMNS.join(', ')}`;

const number = z.number().nullable();
const linkingKeysRow = z.object({ titleKey: number, lengthKey: number, factsKey: number });
const knownRow = z.object({
  ...linkingKeysRow.shape,
  id: z.number(),
  seenAtMs: z.number(),
  title: z.string(),
  audio: z.string().nullable(),
  durationSeconds: number,
  publishedAtMs: z.number(),
  podcast: z.string(),
  knownId: number,
  showKey: number,
});

function readKnown(found: z.infer<typeof knownRow>): KnownEpisode {
  const { knownId, titleKey, lengthKey, factsKey, showKey, ...episode } = found;
  const known = { title: titleKey, length: lengthKey, facts: factsKey, show: showKey };
  return { ...episode, known: knownId === null ? null : known };
}

const GROUPED = `seen_at_ms < ${UNGROUPED_SEEN_MS}`;

const ENTRY_COLUMNS = `episode_id, feed_id, seen_at_ms, ${LINKING_COLUMNS.join(', ')}, copy_group`;

const entryRow = z.object({
  ...linkingKeysRow.shape,
  episodeId: z.number(),
  feedId: z.number(),
  seenAtMs: z.number(),
  copyGroup: number,
});

function* entries(sql: string, ids: readonly number[]): Work<DuplicateEntry[]> {
  const found = yield* rows(entryRow, sql, ids);
  return found.map(({ episodeId, feedId, seenAtMs, titleKey, lengthKey, factsKey, copyGroup }) => ({
    id: episodeId,
    feedId,
    seenAtMs,
    group: copyGroup,
    keys: { title: titleKey, length: lengthKey, facts: factsKey },
  }));
}

const LINKING = { title_key: 'integer', length_key: 'integer', facts_key: 'integer' } as const;
const COLUMNS = {
  episode_id: 'integer',
  seen_at_ms: 'integer',
  ...LINKING,
  show_key: 'integer',
} as const satisfies ListColumns & Record<(typeof KEY_COLUMNS)[number], unknown>;

/** Each key column has the id of the first-seen other episode with the same key. */
const firstHoldersRow = z.object({ ...linkingKeysRow.shape, id: z.number() });

/** @param gone Keys ({@link linksOf}) of deleted episodes. */
export function* updateDuplicates(
  feed: number,
  laterMs = 0,
  gone: readonly number[] = [],
): Work<void> {
  const { among, table } = yield* engine();
  const known = yield* rows(
    knownRow,
    `SELECT ${KNOWN_COLUMNS} FROM episodes LEFT JOIN copies ON copies.episode_id = id
     WHERE episodes.feed_id = $1`,
    feed,
    laterMs,
  );
  const { write, remove, added, touched } = changedDuplicates(feed, known.map(readKnown));
  if (remove.length > 0) {
    yield* run(`DELETE FROM copies WHERE episode_id ${among('$1')}`, remove);
  }
  if (write.length > 0) {
    yield* run(
      `INSERT INTO copies (feed_id, ${Object.keys(COLUMNS).join(', ')})
       SELECT $1, item.* FROM ${table('$2', COLUMNS)} AS item WHERE true
       ON CONFLICT (episode_id) DO UPDATE SET
         ${['seen_at_ms', ...KEY_COLUMNS].map((name) => `${name} = excluded.${name}`).join(', ')}`,
      feed,
      write.map(({ id, seenAtMs, keys }) => [id, seenAtMs, ...valuesOf(keys)]),
    );
  }
  if (laterMs >= UNGROUPED_SEEN_MS) return;
  const firstHolders = yield* firstWithKeys(added);
  const { attached, touched: further } = attachDuplicates(added, firstHolders);
  yield* regroup(attached);
  yield* regroupLinked([...gone, ...touched, ...further]);
}

/**
 * Returns the episodes' keys. Call it before deleting the episodes, and pass the keys to {@link regroupLinked} or
 * {@link updateDuplicates} afterwards.
 */
export function* linksOf(
  ids: readonly number[],
  which: 'grouped' | 'all' = 'grouped',
): Work<number[]> {
  if (ids.length === 0) return [];
  const { among } = yield* engine();
  const grouped = yield* entries(
    `SELECT ${ENTRY_COLUMNS} FROM copies
     WHERE ${which === 'all' ? '' : 'copy_group IS NOT NULL AND'} episode_id ${among('$1')}`,
    ids,
  );
  return grouped.flatMap(({ keys }) => linkingKeys(keys));
}

/** Regroups all episodes with these keys, and all episodes that further keys connect to them. */
export function* regroupLinked(keys: readonly number[]): Work<void> {
  const { among } = yield* engine();
  const seen = new Set<number>();
  const linked = new Map<number, DuplicateEntry>();
  let next = [...new Set(keys)];
  while (next.length > 0) {
    for (const key of next) seen.add(key);
    const found = yield* entries(withKeys(among), next);
    for (const entry of found) linked.set(entry.id, entry);
    const further = new Set(found.flatMap((entry) => linkingKeys(entry.keys)));
    next = [...further].filter((key) => !seen.has(key));
  }
  yield* regroup(changedGroups([...linked.values()]));
}

function withKeys(among: Dialect['among']): string {
  return LINKING_COLUMNS.map(
    (column) => `SELECT ${ENTRY_COLUMNS} FROM copies WHERE ${column} ${among('$1')} AND ${GROUPED}`,
  ).join(' UNION ');
}

function* firstWithKeys(
  added: readonly DuplicateEntry[],
): Work<Parameters<typeof attachDuplicates>[1]> {
  const { table, among } = yield* engine();
  const wanted = added.filter(({ keys }) => linkingKeys(keys).length > 0);
  const byId = new Map<number, readonly (number | null)[]>();
  const first = new Map<number, DuplicateEntry>();
  if (wanted.length > 0) {
    const firstWith = (column: string) => `(
      SELECT episode_id FROM copies
      WHERE copies.${column} = wanted.${column} AND episode_id <> wanted.id AND ${GROUPED}
      ORDER BY seen_at_ms, feed_id, episode_id LIMIT 1
    ) AS ${column}`;
    const found = yield* rows(
      firstHoldersRow,
      `SELECT id, ${LINKING_COLUMNS.map(firstWith).join(', ')}
       FROM ${table('$1', { id: 'integer', ...LINKING })} AS wanted`,
      wanted.map(({ id, keys }) => [id, keys.title, keys.length, keys.facts]),
    );
    for (const { id, titleKey, lengthKey, factsKey } of found) {
      byId.set(id, [titleKey, lengthKey, factsKey]);
    }
  }
  const ids = [...byId.values()].flat().filter((id) => id !== null);
  if (ids.length > 0) {
    const select = `SELECT ${ENTRY_COLUMNS} FROM copies WHERE episode_id ${among('$1')}`;
    for (const entry of yield* entries(select, ids)) first.set(entry.id, entry);
  }
  return ({ id }) => {
    const [title, length, facts] = (byId.get(id) ?? []).map((at) => first.get(at ?? 0) ?? null);
    return { title: title ?? null, length: length ?? null, facts: facts ?? null };
  };
}

function* regroup(changed: readonly { id: number; group: number | null }[]): Work<void> {
  if (changed.length === 0) return;
  const { table } = yield* engine();
  yield* run(
    `UPDATE copies SET copy_group = item.new_group
     FROM ${table('$1', { id: 'integer', new_group: 'integer' })} AS item
     WHERE episode_id = item.id`,
    changed.map(({ id, group }) => [id, group]),
  );
}
