import { attachCopies, type FirstHolders } from '../../copies/attach-copies.ts';
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
import { type CopyEntry, linkingKeys } from '../../copies/group-copies.ts';
import { type Connection, prepared } from '../sqlite-database.ts';

const KNOWN = `
  SELECT ${KNOWN_COLUMNS} FROM episodes LEFT JOIN copies ON copies.episode_id = id
  WHERE episodes.feed_id = ?`;
const WRITE = `
  INSERT INTO copies (episode_id, feed_id, seen_at_ms, ${KEY_COLUMNS.join(', ')})
  VALUES (?, ?, ?, ${KEY_COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT (episode_id) DO UPDATE SET
    ${['seen_at_ms', ...KEY_COLUMNS].map((name) => `${name} = excluded.${name}`).join(', ')}`;
/** Of those besides one that have a key, the first seen. */
const FIRST_WITH = (column: (typeof LINKING_COLUMNS)[number]) => `
  SELECT ${ENTRY_COLUMNS} FROM copies WHERE ${column} = ? AND episode_id <> ?
  ORDER BY seen_at_ms, feed_id, episode_id LIMIT 1`;
const REGROUP = 'UPDATE copies SET copy_group = ? WHERE episode_id = ?';
/** All episodes that share a key with one of these, or with one that does, and so on. */
const LINKED = `
  WITH RECURSIVE linked (key) AS (
    SELECT value FROM json_each(?)
    ${LINKING_COLUMNS.flatMap((column) =>
      LINKING_COLUMNS.filter((other) => other !== column).map(
        (other) =>
          `UNION SELECT ${other} FROM linked JOIN copies ON ${column} = key WHERE ${other} IS NOT NULL`,
      ),
    ).join('\n')}
  )
  ${LINKING_COLUMNS.map(
    (column) => `SELECT ${ENTRY_COLUMNS} FROM copies WHERE ${column} IN (SELECT key FROM linked)`,
  ).join(' UNION ')}`;
/** Of these episodes, those that have copies. */
const GROUPED = `
  SELECT ${ENTRY_COLUMNS} FROM copies
  WHERE copy_group IS NOT NULL AND episode_id IN (SELECT value FROM json_each(?))`;

/**
 * Updates the keys of a feed's episodes, and which episodes of other feeds are the same.
 * @param gone What {@link linksOf} returned for episodes that have been removed since.
 */
export function updateCopies(
  connection: Connection,
  feed: number,
  gone: readonly number[] = [],
): void {
  const known = readKnown(prepared(connection, KNOWN).raw().all(feed));
  const { write, remove, added, touched } = changedCopies(feed, known);
  for (const id of remove) {
    prepared(connection, 'DELETE FROM copies WHERE episode_id = ?').run(id);
  }
  for (const { id, seenAtMs, keys } of write) {
    prepared(connection, WRITE).run(id, feed, seenAtMs, ...valuesOf(keys));
  }
  const { attached, touched: further } = attachCopies(added, (entry) =>
    firstHolders(connection, entry),
  );
  for (const { id, group } of attached) prepared(connection, REGROUP).run(group, id);
  regroupLinked(connection, [...gone, ...touched, ...further]);
}

/** The keys by which episodes are linked with others: once they are removed, these are to be regrouped. */
export function linksOf(connection: Connection, ids: readonly number[]): number[] {
  if (ids.length === 0) return [];
  const entries = readEntries(prepared(connection, GROUPED).raw().all(JSON.stringify(ids)));
  return entries.flatMap(({ keys }) => linkingKeys(keys));
}

/** Groups all anew that are linked by these keys. */
export function regroupLinked(connection: Connection, keys: readonly number[]): void {
  if (keys.length === 0) return;
  const linked = readEntries(prepared(connection, LINKED).raw().all(JSON.stringify(keys)));
  for (const { id, group } of changedGroups(linked)) prepared(connection, REGROUP).run(group, id);
}

function firstHolders(connection: Connection, { id, keys }: CopyEntry): FirstHolders {
  const first = (column: (typeof LINKING_COLUMNS)[number], key: number | null) =>
    key === null
      ? null
      : (readEntries(prepared(connection, FIRST_WITH(column)).raw().all(key, id))[0] ?? null);
  return {
    title: first('title_key', keys.title),
    length: first('length_key', keys.length),
    facts: first('facts_key', keys.facts),
  };
}
