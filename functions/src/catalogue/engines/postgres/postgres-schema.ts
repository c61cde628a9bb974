import * as z from 'zod';
import { POSTGRES } from '../dialect.ts';
import {
  episodeDefinitions,
  SCHEMA_VERSION,
  STORE_TABLES,
  storeTables,
} from '../../store/schema.ts';
import type { SqlServer, SqlSession } from './server/sql-server.ts';
import { inTransaction } from './server/sql-server.ts';
import { WORD_TABLE_NAMES } from './words/word-tables.ts';

/**
 * An episode's id is made from its time of publication (`episode-id.ts`), so that a day of episodes
 * is a range of ids, and a table of its own (`day-tables.ts`). `words` is the text as our own tokens
 * have it (`word-vector.ts`), `more_words` what does not fit into one vector. The index takes in every
 * word at once: a list of words yet to be indexed would be read through by every search. Vectors are
 * kept unpacked and beside their row: a phrase is looked for in thousands of them.
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
  ...WORD_TABLE_NAMES.flatMap((name) => [
    `CREATE TABLE ${name} (episode_id bigint NOT NULL, words tsvector NOT NULL)`,
    `CREATE INDEX ${name}_by_episode ON ${name} (episode_id)`,
    `CREATE INDEX ${name}_by_word ON ${name} USING gin (words) WITH (fastupdate = off)`,
  ]),
].join(';\n');

const DROP = `DROP TABLE IF EXISTS ${[...WORD_TABLE_NAMES, 'days', ...STORE_TABLES].join(', ')}`;

/** What marks a schema as a catalogue, and which version it is of. */
const CREATE_MARK = `
  CREATE TABLE IF NOT EXISTS earshot_catalogue (
    only_row integer PRIMARY KEY CHECK (only_row = 1),
    version integer NOT NULL
  )`;

const known = z.tuple([z.tuple([z.string().nullable(), z.number()])]);
const versions = z.tuple([z.tuple([z.number()])]).or(z.tuple([]));

/**
 * Makes the tables in an empty schema, and anew in a catalogue of an earlier version. Several processes may
 * do so at once: one does the work, the others wait for it. Rejects, with what to do, on a schema that
 * holds something else and on a catalogue of a later version; leaves either untouched. One that is up to
 * date is only looked at, so that whoever merely reads needs no right to change it.
 * @param version Another one in tests.
 */
export async function ensurePostgresSchema(
  server: SqlServer,
  version = SCHEMA_VERSION,
): Promise<void> {
  if (await isCurrent(server, version)) return;
  await inTransaction(server, 'BEGIN', async (session) => {
    await session.rows(
      "SELECT pg_advisory_xact_lock(hashtextextended('earshot ' || current_schema(), 0))",
    );
    if ((await versionOf(session, version)) === version) return;
    await session.run(`${CREATE_MARK}; ${DROP}; ${CREATE}`);
    await session.rows(
      `INSERT INTO earshot_catalogue (only_row, version) VALUES (1, $1)
       ON CONFLICT (only_row) DO UPDATE SET version = excluded.version`,
      [version],
    );
  });
}

/**
 * Whether the schema is one that can be read; rejects as {@link ensurePostgresSchema} does. For a replica,
 * which may not have heard of its server's schema yet.
 */
export async function isCurrent(server: SqlServer, version = SCHEMA_VERSION): Promise<boolean> {
  return (await server.session((session) => versionOf(session, version))) === version;
}

/** 0 where the schema is empty. */
async function versionOf(session: SqlSession, latest: number): Promise<number> {
  const [[mark, tables]] = known.parse(
    await session.rows(
      `SELECT to_regclass('earshot_catalogue')::text,
         (SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'p', 'v')
            AND relnamespace = current_schema()::regnamespace)`,
    ),
  );
  if (mark === null) {
    if (tables === 0) return 0;
    throw new Error('holds tables of something else; choose another database in CATALOGUE_URL');
  }
  const [row] = versions.parse(await session.rows('SELECT version FROM earshot_catalogue'));
  const version = row?.[0] ?? 0;
  if (version <= latest) return version;
  throw new Error(
    `was written by a later version of this software (schema ${version}, known up to ${latest}); ` +
      'update the software or choose another database in CATALOGUE_URL',
  );
}
