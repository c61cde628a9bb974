import * as z from 'zod';
import { POSTGRES } from '../../schema/dialect.ts';
import {
  BLOCKS_SINCE,
  episodeDefinitions,
  KEEP_BLOCKS,
  RESTORE_BLOCKS,
  SCHEMA_VERSION,
  STORE_TABLES,
  storeTables,
} from '../../schema/schema.ts';
import type { SqlServer, SqlSession } from './server/sql-server.ts';
import { inTransaction, rowsOf } from './server/sql-server.ts';
import { WORD_TABLES } from './words/word-vector.ts';

const CHANGE_TIME = `greatest((extract(epoch FROM clock_timestamp()) * 1000)::bigint,
  (SELECT max(changed_at_ms) FROM text_changes))`;

/**
 * Triggers that write `text_changes`, mostly once per statement. Deleting an episode needs no trigger, because the
 * store also deletes the episode's row of `text_changes`.
 */
const NOTE_CHANGES = [
  `CREATE OR REPLACE FUNCTION note_episodes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO text_changes (episode_id, changed_at_ms) SELECT id, ${CHANGE_TIME} FROM written
    ON CONFLICT (episode_id) DO UPDATE SET changed_at_ms = excluded.changed_at_ms;
    RETURN NULL;
  END $$`,
  noteFiles('note_copies', ''),
  noteFiles('note_spoken', ' WHERE spoken IS NOT NULL'),
  `CREATE OR REPLACE FUNCTION note_feed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE text_changes SET changed_at_ms = ${CHANGE_TIME}
    WHERE episode_id IN (SELECT id FROM episodes WHERE feed_id = NEW.id);
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER feeds_noted_UPDATE AFTER UPDATE OF state ON feeds FOR EACH ROW
    WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION note_feed()`,
  ...['INSERT', 'UPDATE'].map((event) => noteAfter('episodes', event, 'note_episodes')),
  ...['INSERT', 'UPDATE', 'DELETE'].map((event) => noteAfter('copies', event, 'note_copies')),
  ...['UPDATE', 'DELETE'].map((event) => noteAfter('transcripts', event, 'note_spoken')),
];

function noteFiles(name: string, where: string): string {
  return `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE text_changes SET changed_at_ms = ${CHANGE_TIME}
    WHERE episode_id IN (SELECT episode_id FROM written${where});
    RETURN NULL;
  END $$`;
}

function noteAfter(table: string, event: string, note: string): string {
  const rows = event === 'DELETE' ? 'OLD' : 'NEW';
  return `CREATE TRIGGER ${table}_noted_${event} AFTER ${event} ON ${table}
    REFERENCING ${rows} TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION ${note}()`;
}

/**
 * Episode ids follow the publication time (`episode-id.ts`), so that a day is a range of ids and a partition
 * (`day-tables.ts`). `words` has our own tokens (`word-vector.ts`), and `more_words` has what exceeds one vector.
 * `fastupdate = off` avoids a pending list, which searches would scan. `EXTERNAL` stores vectors uncompressed,
 * because a phrase search reads thousands of them.
 */
const CREATE = [
  ...storeTables(POSTGRES),
  'ALTER TABLE feeds ADD COLUMN episodes integer NOT NULL DEFAULT 0',
  'ALTER TABLE transcripts ALTER COLUMN spoken SET STORAGE EXTERNAL',
  'CREATE INDEX transcripts_by_feed ON transcripts (feed_id)',
  'CREATE INDEX copies_by_feed ON copies (feed_id)',
  `CREATE TABLE episodes (
    id bigint PRIMARY KEY,
    feed_id bigint NOT NULL,
    words tsvector NOT NULL,
    ${episodeDefinitions(POSTGRES)}
  ) PARTITION BY RANGE (id)`,
  'ALTER TABLE episodes ALTER COLUMN words SET STORAGE EXTERNAL',
  'CREATE INDEX episodes_by_feed ON episodes (feed_id)',
  'CREATE INDEX episodes_by_word ON episodes USING gin (words) WITH (fastupdate = off)',
  'CREATE TABLE days (name text PRIMARY KEY, first_id bigint NOT NULL, end_id bigint NOT NULL)',
  ...WORD_TABLES.flatMap((name) => [
    `CREATE TABLE ${name} (episode_id bigint NOT NULL, words tsvector NOT NULL)`,
    `CREATE INDEX ${name}_by_episode ON ${name} (episode_id)`,
    `CREATE INDEX ${name}_by_word ON ${name} USING gin (words) WITH (fastupdate = off)`,
  ]),
  ...NOTE_CHANGES,
].join(';\n');

const DROP = `DROP TABLE IF EXISTS ${[...WORD_TABLES, 'repeated_words', 'days', ...STORE_TABLES].join(', ')}`;

/** This table marks the schema as a catalogue, and has its version. */
const CREATE_MARK = `
  CREATE TABLE IF NOT EXISTS earshot_catalogue (
    only_row integer PRIMARY KEY CHECK (only_row = 1),
    version integer NOT NULL
  )`;

const knownSchema = z.object({ mark: z.string().nullable(), tables: z.number() });
const versionRow = z.object({ version: z.number() });

/**
 * Creates the tables in an empty schema. Replaces the tables of an older version, and keeps only the operator's
 * blocks. Concurrent calls are safe. Rejects, without changes, if the schema has other tables or a newer version. A
 * current schema needs only read access.
 * @param version Differs only in tests.
 */
export async function ensurePostgresSchema(
  server: SqlServer,
  version = SCHEMA_VERSION,
): Promise<void> {
  if (await isCurrent(server, version)) return;
  await inTransaction(server, 'BEGIN', async (session) => {
    await session.find(
      "SELECT pg_advisory_xact_lock(hashtextextended('earshot ' || current_schema(), 0))",
    );
    const before = await versionOf(session, version);
    if (before === version) return;
    const [keep, restore] = before >= BLOCKS_SINCE ? [[KEEP_BLOCKS], RESTORE_BLOCKS] : [[], []];
    await session.run([CREATE_MARK, ...keep, DROP, CREATE, ...restore].join(';\n'));
    await session.find(
      `INSERT INTO earshot_catalogue (only_row, version) VALUES (1, $1)
       ON CONFLICT (only_row) DO UPDATE SET version = excluded.version`,
      [version],
    );
  });
}

/** False if the schema is empty or older, as on a lagging replica. Rejects like {@link ensurePostgresSchema}. */
export async function isCurrent(server: SqlServer, version = SCHEMA_VERSION): Promise<boolean> {
  return (await server.session((session) => versionOf(session, version))) === version;
}

/** Returns 0 for an empty schema. */
async function versionOf(session: SqlSession, latest: number): Promise<number> {
  const [known] = await rowsOf(
    session,
    knownSchema,
    `SELECT to_regclass('earshot_catalogue')::text AS mark,
       (SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'p', 'v')
          AND relnamespace = current_schema()::regnamespace) AS tables`,
  );
  if (known === undefined || known.mark === null) {
    if (known?.tables === 0) return 0;
    throw new Error('holds tables of something else; choose another database in CATALOGUE_URL');
  }
  const [found] = await rowsOf(session, versionRow, 'SELECT version FROM earshot_catalogue');
  const version = found?.version ?? 0;
  if (version <= latest) return version;
  throw new Error(
    `was written by a later version of this software (schema ${version}, known up to ${latest}); ` +
      'update the software or choose another database in CATALOGUE_URL',
  );
}
