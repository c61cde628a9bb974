import * as z from 'zod';
import { EPISODE_COLUMNS } from '../episode-row.ts';
import type { SqlServer, SqlSession } from './server/sql-server.ts';
import { inTransaction } from './server/sql-server.ts';

/**
 * An episode's id is made from its time of publication (`episode-id.ts`), so that a day of episodes
 * is a range of ids, and a table of its own (`day-tables.ts`). `words` is the text as our own tokens
 * have it (`word-vector.ts`), `more_words` what does not fit into one vector. The index takes in every
 * word at once: a list of words yet to be indexed would be read through by every search. Vectors are
 * kept unpacked and beside their row: a phrase is looked for in thousands of them.
 */
const VERSION_1 = `
  CREATE TABLE feeds (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    url text NOT NULL UNIQUE,
    title text NOT NULL DEFAULT '',
    episodes integer NOT NULL DEFAULT 0,
    etag text,
    last_modified text,
    last_fetch_at_ms bigint,
    last_failure text,
    failures integer NOT NULL DEFAULT 0,
    next_fetch_at_ms bigint NOT NULL DEFAULT 0
  );
  CREATE TABLE episodes (
    id bigint PRIMARY KEY,
    feed_id integer NOT NULL,
    words tsvector NOT NULL,
    identity bytea NOT NULL,
    content_hash bytea NOT NULL,
    pub_date_ms bigint NOT NULL,
    ingested_at_ms bigint NOT NULL,
    title text NOT NULL,
    link text,
    audio text,
    image text,
    language text,
    podcast text NOT NULL,
    publisher text NOT NULL,
    description text NOT NULL,
    duration_s integer
  ) PARTITION BY RANGE (id);
  ALTER TABLE episodes ALTER COLUMN words SET STORAGE EXTERNAL;
  CREATE INDEX episodes_by_feed ON episodes (feed_id);
  CREATE INDEX episodes_by_word ON episodes USING gin (words) WITH (fastupdate = off);
  CREATE TABLE days (
    name text PRIMARY KEY,
    first_id bigint NOT NULL,
    end_id bigint NOT NULL
  );
  CREATE TABLE more_words (
    episode_id bigint NOT NULL,
    words tsvector NOT NULL
  );
  CREATE INDEX more_words_by_episode ON more_words (episode_id);
  CREATE INDEX more_words_by_word ON more_words USING gin (words) WITH (fastupdate = off);
  CREATE TABLE first_seen (
    feed_id integer NOT NULL REFERENCES feeds (id),
    identity bytea NOT NULL,
    seen_at_ms bigint NOT NULL,
    listed_at_ms bigint NOT NULL,
    PRIMARY KEY (feed_id, identity)
  );
  CREATE TABLE refreshes (
    only_row integer PRIMARY KEY CHECK (only_row = 1),
    finished_at_ms bigint NOT NULL
  );`;

/**
 * Who takes part and the chapters are searched as the notes are; what stands there has none, so its
 * vectors stay. What is said has vectors of its own, found by the episode's id, beside what is known of
 * the publishers' files.
 */
const VERSION_2 = `
  ALTER TABLE episodes ADD COLUMN persons text NOT NULL DEFAULT '';
  ALTER TABLE episodes ADD COLUMN chapters text NOT NULL DEFAULT '';
  CREATE TABLE transcripts (
    episode_id bigint PRIMARY KEY,
    feed_id integer NOT NULL REFERENCES feeds (id),
    sources text NOT NULL,
    wanted_at_ms bigint NOT NULL,
    tries integer NOT NULL,
    tried_at_ms bigint,
    next_try_at_ms bigint,
    outcome text,
    etag text,
    last_modified text,
    spoken bytea
  );
  ALTER TABLE transcripts ALTER COLUMN spoken SET STORAGE EXTERNAL;
  CREATE INDEX transcripts_by_feed ON transcripts (feed_id);
  CREATE INDEX transcripts_awaited ON transcripts (episode_id) WHERE spoken IS NULL;
  CREATE TABLE spoken_words (
    episode_id bigint NOT NULL,
    words tsvector NOT NULL
  );
  CREATE INDEX spoken_words_by_episode ON spoken_words (episode_id);
  CREATE INDEX spoken_words_by_word ON spoken_words USING gin (words) WITH (fastupdate = off);`;

/**
 * What a feed says in all of its episodes stands beside their notes, with vectors of its own. Feeds are
 * read in full once more, to find it in what is stored.
 */
const VERSION_3 = `
  ALTER TABLE episodes ADD COLUMN repeated text NOT NULL DEFAULT '';
  ALTER TABLE episodes ADD COLUMN notes_order text NOT NULL DEFAULT '';
  CREATE TABLE repeated_words (
    episode_id bigint NOT NULL,
    words tsvector NOT NULL
  );
  CREATE INDEX repeated_words_by_episode ON repeated_words (episode_id);
  CREATE INDEX repeated_words_by_word ON repeated_words USING gin (words) WITH (fastupdate = off);
  UPDATE feeds SET etag = NULL, last_modified = NULL;`;

/**
 * The keys by which copies in other feeds are recognised (`copies/copy-keys.ts`). Feeds are read in full
 * once more, to fill the table.
 */
const VERSION_4 = `
  CREATE TABLE copies (
    episode_id bigint PRIMARY KEY,
    feed_id integer NOT NULL,
    seen_at_ms bigint NOT NULL,
    audio_key bigint,
    facts_key bigint,
    copy_group bigint
  );
  CREATE INDEX copies_by_feed ON copies (feed_id);
  CREATE INDEX copies_by_audio ON copies (audio_key);
  CREATE INDEX copies_by_facts ON copies (facts_key);
  CREATE INDEX copies_by_episode ON copies (episode_id, copy_group)
    WHERE copy_group IS NOT NULL;
  CREATE INDEX copies_by_group ON copies (copy_group, seen_at_ms, feed_id, episode_id)
    WHERE copy_group IS NOT NULL;
  UPDATE feeds SET etag = NULL, last_modified = NULL;`;

/**
 * When the chapters begin, in the order of their titles. Feeds are read in full once more, to fill it in
 * for what is stored.
 */
const VERSION_5 = `
  ALTER TABLE episodes ADD COLUMN chapter_times text NOT NULL DEFAULT '';
  UPDATE feeds SET etag = NULL, last_modified = NULL;`;

/**
 * Publishers' files of chapters, and what was read in them. Feeds are read in full once more, to learn
 * where the files are.
 */
const VERSION_6 = `
  CREATE TABLE chapter_files (
    episode_id bigint PRIMARY KEY,
    feed_id integer NOT NULL REFERENCES feeds (id),
    sources text NOT NULL,
    wanted_at_ms bigint NOT NULL,
    tries integer NOT NULL,
    tried_at_ms bigint,
    next_try_at_ms bigint,
    outcome text,
    etag text,
    last_modified text,
    chapters text,
    chapter_times text
  );
  CREATE INDEX chapter_files_by_feed ON chapter_files (feed_id);
  CREATE INDEX chapter_files_awaited ON chapter_files (episode_id) WHERE chapters IS NULL;
  UPDATE feeds SET etag = NULL, last_modified = NULL;`;

/** The first seen with a key is found without a look at the others. */
const VERSION_7 = ['audio', 'facts']
  .map(
    (key) => `
  DROP INDEX copies_by_${key};
  CREATE INDEX copies_by_${key} ON copies (${key}_key, seen_at_ms, feed_id, episode_id);`,
  )
  .join('');

/**
 * The identity an episode was first stored with, and more kinds of keys: the audio alone is none. Feeds
 * are read in full once more, to make the keys.
 */
const VERSION_8 = `
  ALTER TABLE episodes ADD COLUMN origin bytea NOT NULL DEFAULT '';
  DROP TABLE copies;
  CREATE TABLE copies (
    episode_id bigint PRIMARY KEY,
    feed_id integer NOT NULL,
    seen_at_ms bigint NOT NULL,
    title_key bigint,
    length_key bigint,
    facts_key bigint,
    show_key bigint,
    copy_group bigint
  );
  CREATE INDEX copies_by_feed ON copies (feed_id);
  ${['title', 'length', 'facts']
    .map(
      (key) => `CREATE INDEX copies_by_${key}
        ON copies (${key}_key, seen_at_ms, feed_id, episode_id) WHERE ${key}_key IS NOT NULL;`,
    )
    .join('')}
  CREATE INDEX copies_by_episode ON copies (episode_id, copy_group)
    WHERE copy_group IS NOT NULL;
  CREATE INDEX copies_by_group ON copies (copy_group, seen_at_ms, feed_id, episode_id)
    WHERE copy_group IS NOT NULL;
  UPDATE feeds SET etag = NULL, last_modified = NULL;`;

/** The first makes version 1 of an empty schema, the second version 2 of that, and so on. */
const MIGRATIONS: readonly string[] = [
  VERSION_1,
  VERSION_2,
  VERSION_3,
  VERSION_4,
  VERSION_5,
  VERSION_6,
  VERSION_7,
  VERSION_8,
];

/** What marks a schema as a catalogue, and which version it is of. */
const CREATE_MARK = `
  CREATE TABLE IF NOT EXISTS earshot_catalogue (
    only_row integer PRIMARY KEY CHECK (only_row = 1),
    version integer NOT NULL
  )`;

const known = z.tuple([z.tuple([z.string().nullable(), z.number()])]);
const versions = z.tuple([z.tuple([z.number()])]).or(z.tuple([]));

/**
 * Brings the schema up to date. Several processes may do so at once: one does the work, the others
 * wait for it. Rejects, with what to do, on a schema that holds something else and on a catalogue of a
 * later version; leaves either untouched. One that is up to date is only looked at, so that whoever
 * merely reads needs no right to change it.
 * @param migrations Ours, save in tests.
 */
export async function migratePostgres(
  server: SqlServer,
  migrations: readonly string[] = MIGRATIONS,
): Promise<void> {
  const latest = migrations.length;
  if ((await server.session((session) => versionOf(session, latest))) === latest) return;
  await inTransaction(server, 'BEGIN', async (session) => {
    await session.rows(
      "SELECT pg_advisory_xact_lock(hashtextextended('earshot ' || current_schema(), 0))",
    );
    const version = await versionOf(session, latest);
    if (version === latest) return;
    await session.run(CREATE_MARK);
    for (const migration of migrations.slice(version)) await session.run(migration);
    await session.rows(
      `INSERT INTO earshot_catalogue (only_row, version) VALUES (1, $1)
       ON CONFLICT (only_row) DO UPDATE SET version = excluded.version`,
      [latest],
    );
  });
}

/**
 * Whether the schema is one that can be read; rejects as {@link migratePostgres} does. For a replica,
 * which cannot be migrated and may not have heard of its server's migration yet.
 */
export async function isMigrated(session: SqlSession): Promise<boolean> {
  return (await versionOf(session, MIGRATIONS.length)) === MIGRATIONS.length;
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

/** An episode's columns as PostgreSQL reads them. */
export const EPISODE_SELECT = EPISODE_COLUMNS.map(({ name, kind }) =>
  kind === 'digest' ? `encode(${name}, 'hex')` : name,
).join(', ');
