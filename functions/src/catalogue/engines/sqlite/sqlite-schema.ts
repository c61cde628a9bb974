import * as z from 'zod';
import { SQLITE } from '../../schema/dialect.ts';
import { COMPARED_COLUMNS, SEARCHED_COLUMNS } from '../../schema/episode-row.ts';
import {
  BLOCKS_SINCE,
  episodeDefinitions,
  KEEP_BLOCKS,
  RESTORE_BLOCKS,
  SCHEMA_VERSION,
  STORE_TABLES,
  storeTables,
} from '../../schema/schema.ts';
import { type Connection, inTransaction } from './sqlite-database.ts';
import { createIndex, SEARCH_INDEXES } from './text-indexes.ts';

/** "EARS" in ASCII; marks the file as a catalogue. */
const APPLICATION_ID = 0x45415253;

const indexedOf = (row: 'old' | 'new') =>
  [...COMPARED_COLUMNS, ...SEARCHED_COLUMNS].map((column) => `${row}.${column}`).join(', ');

const CHANGE_TIME = `max(
  CAST(unixepoch('subsec') * 1000 AS INTEGER),
  coalesce((SELECT max(changed_at_ms) FROM text_changes), 0)
)`;
const noteChange = (table: string, event: string, row: 'old' | 'new') => `
  CREATE TRIGGER ${table}_noted_${event.split(' ')[0]} AFTER ${event} BEGIN
    UPDATE text_changes SET changed_at_ms = ${CHANGE_TIME} WHERE episode_id = ${row}.episode_id;
  END`;
const NOTE_EPISODE = `
  INSERT INTO text_changes (episode_id, changed_at_ms) VALUES (new.id, ${CHANGE_TIME})
  ON CONFLICT (episode_id) DO UPDATE SET changed_at_ms = excluded.changed_at_ms;`;

/**
 * Episode ids follow the publication time (`episode-id.ts`), so that a period is a range of ids. Triggers delete
 * changed and deleted texts from the indexes; the store inserts missing texts. `automerge` and `crisismerge` exceed
 * FTS5's defaults to make inserts faster; `mergeIndex` merges later.
 */
const CREATE: readonly string[] = [
  ...storeTables(SQLITE),
  `CREATE TABLE episodes (
    id INTEGER PRIMARY KEY,
    feed_id INTEGER NOT NULL REFERENCES feeds (id),
    ${episodeDefinitions(SQLITE)},
    UNIQUE (feed_id, identity)
  ) STRICT`,
  'CREATE INDEX transcripts_by_feed ON transcripts (feed_id)',
  'CREATE INDEX episodes_by_ingestion ON episodes (ingested_at_ms)',
  ...SEARCH_INDEXES.map(createIndex),
  ...SEARCH_INDEXES.map(
    (name) => `INSERT INTO ${name} (${name}, rank) VALUES ('automerge', 16), ('crisismerge', 32)`,
  ),
  `CREATE TRIGGER episodes_noted_INSERT AFTER INSERT ON episodes BEGIN ${NOTE_EPISODE} END`,
  `CREATE TRIGGER episodes_noted_UPDATE AFTER UPDATE ON episodes BEGIN ${NOTE_EPISODE} END`,
  noteChange('transcripts', 'UPDATE OF spoken ON transcripts WHEN new.spoken IS NOT NULL', 'new'),
  noteChange('transcripts', 'DELETE ON transcripts WHEN old.spoken IS NOT NULL', 'old'),
  `CREATE TRIGGER feeds_noted_UPDATE AFTER UPDATE OF state ON feeds WHEN old.state <> new.state BEGIN
    UPDATE text_changes SET changed_at_ms = ${CHANGE_TIME}
    WHERE episode_id IN (SELECT id FROM episodes WHERE feed_id = new.id);
  END`,
  noteChange('copies', 'INSERT ON copies', 'new'),
  noteChange('copies', 'UPDATE ON copies', 'new'),
  noteChange('copies', 'DELETE ON copies', 'old'),
  `CREATE TRIGGER episodes_updated AFTER UPDATE ON episodes
  WHEN (old.id, ${indexedOf('old')}) IS NOT (new.id, ${indexedOf('new')})
  BEGIN DELETE FROM episodes_fts WHERE rowid = old.id; END`,
  `CREATE TRIGGER episodes_deleted AFTER DELETE ON episodes BEGIN
    DELETE FROM episodes_fts WHERE rowid = old.id;
    DELETE FROM transcripts WHERE episode_id = old.id;
    DELETE FROM chapter_files WHERE episode_id = old.id;
    DELETE FROM copies WHERE episode_id = old.id;
    DELETE FROM text_changes WHERE episode_id = old.id;
    DELETE FROM unheard WHERE episode_id = old.id;
  END`,
  `CREATE TRIGGER transcripts_deleted AFTER DELETE ON transcripts WHEN old.spoken IS NOT NULL BEGIN
    DELETE FROM spoken_fts WHERE rowid = old.episode_id;
  END`,
];

const numbers = z.array(z.tuple([z.number()]));

function pragma(connection: Connection, name: 'application_id' | 'user_version'): number {
  return numbers.parse(connection.prepare(`PRAGMA ${name}`).raw().all())[0]?.[0] ?? 0;
}

function isEmpty(connection: Connection): boolean {
  return connection.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').all().length === 0;
}

/**
 * Creates the tables in an empty database. Replaces the tables of an older version, and keeps only the operator's
 * blocks. Concurrent calls are safe. Throws, without changes, for other databases and newer versions. Foreign keys
 * must be off.
 * @param version Differs only in tests.
 */
export function ensureSqliteSchema(connection: Connection, version = SCHEMA_VERSION): void {
  if (isCurrent(connection, version)) return;
  inTransaction(connection, () => {
    if (isCurrent(connection, version)) return;
    const hasBlocks = pragma(connection, 'user_version') >= BLOCKS_SINCE;
    if (hasBlocks) connection.exec(KEEP_BLOCKS);
    for (const table of [...SEARCH_INDEXES, 'repeated_fts', ...STORE_TABLES])
      connection.exec(`DROP TABLE IF EXISTS ${table}`);
    for (const statement of CREATE) connection.prepare(statement).run();
    if (hasBlocks) for (const statement of RESTORE_BLOCKS) connection.exec(statement);
    connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    connection.exec(`PRAGMA user_version = ${version}`);
  });
}

function isCurrent(connection: Connection, known: number): boolean {
  if (pragma(connection, 'application_id') !== APPLICATION_ID) {
    if (isEmpty(connection)) return false;
    throw new Error('is a database of something else; choose another file in CATALOGUE_URL');
  }
  const version = pragma(connection, 'user_version');
  if (version > known) {
    throw new Error(
      `was written by a later version of this software (schema ${version}, known up to ${known}); ` +
        'update the software or choose another file in CATALOGUE_URL',
    );
  }
  return version === known;
}
