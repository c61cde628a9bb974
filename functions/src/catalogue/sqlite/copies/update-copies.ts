import { attachCopies, type FirstHolders } from '../../copies/attach-copies.ts';
import {
  changedCopies,
  changedGroups,
  ENTRY_COLUMNS,
  KNOWN_COLUMNS,
  readEntries,
  readKnown,
} from '../../copies/changed-copies.ts';
import type { CopyEntry } from '../../copies/group-copies.ts';
import { type Connection, prepared } from '../sqlite-database.ts';

const KNOWN = `
  SELECT ${KNOWN_COLUMNS} FROM episodes LEFT JOIN copies ON copies.episode_id = id
  WHERE episodes.feed_id = ?`;
const WRITE = `
  INSERT INTO copies (episode_id, feed_id, seen_at_ms, audio_key, facts_key) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (episode_id) DO UPDATE SET
    seen_at_ms = excluded.seen_at_ms, audio_key = excluded.audio_key, facts_key = excluded.facts_key`;
/** Of those besides one that have a key, the first seen. */
const FIRST_WITH = (key: 'audio_key' | 'facts_key') => `
  SELECT ${ENTRY_COLUMNS} FROM copies WHERE ${key} = ? AND episode_id <> ?
  ORDER BY seen_at_ms, feed_id, episode_id LIMIT 1`;
const REGROUP = 'UPDATE copies SET copy_group = ? WHERE episode_id = ?';
/** All episodes that share a key with one of these, or with one that does, and so on. */
const LINKED = `
  WITH RECURSIVE linked (key) AS (
    SELECT value FROM json_each(?)
    UNION SELECT facts_key FROM linked JOIN copies ON audio_key = key
    UNION SELECT audio_key FROM linked JOIN copies ON facts_key = key
  )
  SELECT ${ENTRY_COLUMNS} FROM copies WHERE audio_key IN (SELECT key FROM linked)
  UNION SELECT ${ENTRY_COLUMNS} FROM copies WHERE facts_key IN (SELECT key FROM linked)`;

/** Updates the keys of a feed's episodes, and which episodes of other feeds are the same. */
export function updateCopies(connection: Connection, feed: number): void {
  const known = readKnown(prepared(connection, KNOWN).raw().all(feed));
  const { write, remove, added, touched } = changedCopies(feed, known);
  for (const id of remove) {
    prepared(connection, 'DELETE FROM copies WHERE episode_id = ?').run(id);
  }
  for (const { id, seenAtMs, keys } of write) {
    prepared(connection, WRITE).run(id, feed, seenAtMs, keys.audio, keys.facts);
  }
  const { attached, touched: further } = attachCopies(added, (entry) =>
    firstHolders(connection, entry),
  );
  for (const { id, group } of attached) prepared(connection, REGROUP).run(group, id);
  const all = [...touched, ...further];
  if (all.length === 0) return;
  const linked = readEntries(prepared(connection, LINKED).raw().all(JSON.stringify(all)));
  for (const { id, group } of changedGroups(linked)) prepared(connection, REGROUP).run(group, id);
}

function firstHolders(connection: Connection, entry: CopyEntry): FirstHolders {
  const { id, audioKey, factsKey } = entry;
  const first = (column: 'audio_key' | 'facts_key', key: number | null) =>
    key === null
      ? null
      : (readEntries(prepared(connection, FIRST_WITH(column)).raw().all(key, id))[0] ?? null);
  return { audio: first('audio_key', audioKey), facts: first('facts_key', factsKey) };
}
