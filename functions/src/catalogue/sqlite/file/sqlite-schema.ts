import * as z from 'zod';
import { type Connection, inTransaction } from '../sqlite-database.ts';
import { FTS_TOKENIZER } from '../../../keywords/fts-tokenizer.ts';

/** "EARS" in ASCII: marks a SQLite file as a catalogue. */
const APPLICATION_ID = 0x45415253;

/**
 * An episode's id is made from its time of publication (`episode-id.ts`), so that "newest first,
 * not older than" is a range of ids in both tables. The triggers keep the index in step with the
 * episodes whoever writes them. `columnsize = 0`: nothing is ranked, so no sizes are kept.
 * Merging later than
 * FTS5 does on its own loads faster; `mergeIndex` makes up for it.
 */
const VERSION_1 = [
  `CREATE TABLE feeds (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL DEFAULT '',
    etag TEXT,
    last_modified TEXT,
    last_fetch_at_ms INTEGER,
    last_failure TEXT,
    failures INTEGER NOT NULL DEFAULT 0,
    next_fetch_at_ms INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  `CREATE TABLE episodes (
    id INTEGER PRIMARY KEY,
    feed_id INTEGER NOT NULL REFERENCES feeds (id),
    identity BLOB NOT NULL,
    content_hash BLOB NOT NULL,
    pub_date_ms INTEGER NOT NULL,
    ingested_at_ms INTEGER NOT NULL,
    title TEXT NOT NULL,
    link TEXT,
    audio TEXT,
    image TEXT,
    language TEXT,
    podcast TEXT NOT NULL,
    publisher TEXT NOT NULL,
    description TEXT NOT NULL,
    UNIQUE (feed_id, identity)
  ) STRICT`,
  'CREATE INDEX episodes_by_ingestion ON episodes (ingested_at_ms)',
  `CREATE TABLE first_seen (
    feed_id INTEGER NOT NULL REFERENCES feeds (id),
    identity BLOB NOT NULL,
    seen_at_ms INTEGER NOT NULL,
    listed_at_ms INTEGER NOT NULL,
    PRIMARY KEY (feed_id, identity)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE refreshes (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    finished_at_ms INTEGER NOT NULL
  ) STRICT`,
  `CREATE VIRTUAL TABLE episodes_fts USING fts5(
    title, podcast, publisher, description,
    content = 'episodes', content_rowid = 'id', columnsize = 0,
    tokenize = "${FTS_TOKENIZER}"
  )`,
  `INSERT INTO episodes_fts (episodes_fts, rank) VALUES ('automerge', 16), ('crisismerge', 32)`,
  `CREATE TRIGGER episodes_inserted AFTER INSERT ON episodes BEGIN
    INSERT INTO episodes_fts (rowid, title, podcast, publisher, description)
    VALUES (new.id, new.title, new.podcast, new.publisher, new.description);
  END`,
  `CREATE TRIGGER episodes_deleted AFTER DELETE ON episodes BEGIN
    INSERT INTO episodes_fts (episodes_fts, rowid, title, podcast, publisher, description)
    VALUES ('delete', old.id, old.title, old.podcast, old.publisher, old.description);
  END`,
  `CREATE TRIGGER episodes_updated AFTER UPDATE ON episodes
  WHEN (old.id, old.title, old.podcast, old.publisher, old.description)
    IS NOT (new.id, new.title, new.podcast, new.publisher, new.description)
  BEGIN
    INSERT INTO episodes_fts (episodes_fts, rowid, title, podcast, publisher, description)
    VALUES ('delete', old.id, old.title, old.podcast, old.publisher, old.description);
    INSERT INTO episodes_fts (rowid, title, podcast, publisher, description)
    VALUES (new.id, new.title, new.podcast, new.publisher, new.description);
  END`,
];

const VERSION_2 = ['ALTER TABLE episodes ADD COLUMN duration_s INTEGER'];

/**
 * Who takes part and the chapters are searched as the notes are; FTS5 cannot add columns, so the index
 * is made anew. What is said stands in a store of its own, found by the episode's id: an index without
 * the texts, and the texts, compressed, beside what is known of their files.
 */
const VERSION_3 = [
  "ALTER TABLE episodes ADD COLUMN persons TEXT NOT NULL DEFAULT ''",
  "ALTER TABLE episodes ADD COLUMN chapters TEXT NOT NULL DEFAULT ''",
  ...['inserted', 'deleted', 'updated'].map((when) => `DROP TRIGGER episodes_${when}`),
  'DROP TABLE episodes_fts',
  `CREATE VIRTUAL TABLE episodes_fts USING fts5(
    title, podcast, publisher, description, persons, chapters,
    content = 'episodes', content_rowid = 'id', columnsize = 0,
    tokenize = "${FTS_TOKENIZER}"
  )`,
  `INSERT INTO episodes_fts (episodes_fts, rank) VALUES ('automerge', 16), ('crisismerge', 32)`,
  "INSERT INTO episodes_fts (episodes_fts) VALUES ('rebuild')",
  `CREATE TRIGGER episodes_inserted AFTER INSERT ON episodes BEGIN
    INSERT INTO episodes_fts (rowid, title, podcast, publisher, description, persons, chapters)
    VALUES (new.id, new.title, new.podcast, new.publisher, new.description, new.persons, new.chapters);
  END`,
  `CREATE TRIGGER episodes_deleted AFTER DELETE ON episodes BEGIN
    INSERT INTO episodes_fts
      (episodes_fts, rowid, title, podcast, publisher, description, persons, chapters)
    VALUES ('delete', old.id, old.title, old.podcast, old.publisher, old.description, old.persons,
      old.chapters);
    DELETE FROM transcripts WHERE episode_id = old.id;
  END`,
  `CREATE TRIGGER episodes_updated AFTER UPDATE ON episodes
  WHEN (old.id, old.title, old.podcast, old.publisher, old.description, old.persons, old.chapters)
    IS NOT (new.id, new.title, new.podcast, new.publisher, new.description, new.persons, new.chapters)
  BEGIN
    INSERT INTO episodes_fts
      (episodes_fts, rowid, title, podcast, publisher, description, persons, chapters)
    VALUES ('delete', old.id, old.title, old.podcast, old.publisher, old.description, old.persons,
      old.chapters);
    INSERT INTO episodes_fts (rowid, title, podcast, publisher, description, persons, chapters)
    VALUES (new.id, new.title, new.podcast, new.publisher, new.description, new.persons, new.chapters);
  END`,
  `CREATE TABLE transcripts (
    episode_id INTEGER PRIMARY KEY,
    feed_id INTEGER NOT NULL REFERENCES feeds (id),
    sources TEXT NOT NULL,
    wanted_at_ms INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    tried_at_ms INTEGER,
    next_try_at_ms INTEGER,
    outcome TEXT,
    etag TEXT,
    last_modified TEXT,
    spoken BLOB
  ) STRICT`,
  'CREATE INDEX transcripts_awaited ON transcripts (episode_id) WHERE spoken IS NULL',
  `CREATE VIRTUAL TABLE spoken_fts USING fts5(
    text, content = '', contentless_delete = 1, tokenize = "${FTS_TOKENIZER}"
  )`,
  `INSERT INTO spoken_fts (spoken_fts, rank) VALUES ('automerge', 16), ('crisismerge', 32)`,
  `CREATE TRIGGER transcripts_deleted AFTER DELETE ON transcripts WHEN old.spoken IS NOT NULL BEGIN
    DELETE FROM spoken_fts WHERE rowid = old.episode_id;
  END`,
];

/**
 * What a feed says in all of its episodes stands beside their notes, in an index of its own, so that
 * other searches need not pass it by. Feeds are read in full once more, to find it in what is stored.
 */
const VERSION_4 = [
  "ALTER TABLE episodes ADD COLUMN repeated TEXT NOT NULL DEFAULT ''",
  "ALTER TABLE episodes ADD COLUMN notes_order TEXT NOT NULL DEFAULT ''",
  `CREATE VIRTUAL TABLE repeated_fts USING fts5(
    text, content = '', contentless_delete = 1, tokenize = "${FTS_TOKENIZER}"
  )`,
  `INSERT INTO repeated_fts (repeated_fts, rank) VALUES ('automerge', 16), ('crisismerge', 32)`,
  `CREATE TRIGGER repeated_inserted AFTER INSERT ON episodes WHEN new.repeated <> '' BEGIN
    INSERT INTO repeated_fts (rowid, text) VALUES (new.id, new.repeated);
  END`,
  `CREATE TRIGGER repeated_deleted AFTER DELETE ON episodes WHEN old.repeated <> '' BEGIN
    DELETE FROM repeated_fts WHERE rowid = old.id;
  END`,
  `CREATE TRIGGER repeated_updated AFTER UPDATE ON episodes
  WHEN (old.id, old.repeated) IS NOT (new.id, new.repeated)
  BEGIN
    DELETE FROM repeated_fts WHERE rowid = old.id;
    INSERT INTO repeated_fts (rowid, text) SELECT new.id, new.repeated WHERE new.repeated <> '';
  END`,
  'UPDATE feeds SET etag = NULL, last_modified = NULL',
];

/** The keys of copies, which version 9 makes. */
const VERSION_5 = ['UPDATE feeds SET etag = NULL, last_modified = NULL'];

/**
 * When the chapters begin, in the order of their titles. Feeds are read in full once more, to fill it in
 * for what is stored.
 */
const VERSION_6 = [
  "ALTER TABLE episodes ADD COLUMN chapter_times TEXT NOT NULL DEFAULT ''",
  'UPDATE feeds SET etag = NULL, last_modified = NULL',
];

/**
 * Publishers' files of chapters, and what was read in them. Feeds are read in full once more, to learn
 * where the files are.
 */
const VERSION_7 = [
  `CREATE TABLE chapter_files (
    episode_id INTEGER PRIMARY KEY,
    feed_id INTEGER NOT NULL REFERENCES feeds (id),
    sources TEXT NOT NULL,
    wanted_at_ms INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    tried_at_ms INTEGER,
    next_try_at_ms INTEGER,
    outcome TEXT,
    etag TEXT,
    last_modified TEXT,
    chapters TEXT,
    chapter_times TEXT
  ) STRICT`,
  'CREATE INDEX chapter_files_by_feed ON chapter_files (feed_id)',
  'CREATE INDEX chapter_files_awaited ON chapter_files (episode_id) WHERE chapters IS NULL',
  `CREATE TRIGGER chapter_files_deleted AFTER DELETE ON episodes BEGIN
    DELETE FROM chapter_files WHERE episode_id = old.id;
  END`,
  'UPDATE feeds SET etag = NULL, last_modified = NULL',
];

/** Indexes of the keys of copies, which version 9 makes. */
const VERSION_8: readonly string[] = [];

/**
 * The identity an episode was first stored with, and the keys by which copies in other feeds are
 * recognised (`copies/copy-keys.ts`). They have a table of their own, so that reading them does not mean
 * reading past the episodes' texts. The first seen with a key is found without a look at the others. Feeds
 * are read in full once more, to make the keys.
 */
const VERSION_9 = [
  "ALTER TABLE episodes ADD COLUMN origin BLOB NOT NULL DEFAULT x''",
  'DROP TABLE IF EXISTS copies',
  'DROP TRIGGER IF EXISTS copies_deleted',
  `CREATE TABLE copies (
    episode_id INTEGER PRIMARY KEY,
    feed_id INTEGER NOT NULL,
    seen_at_ms INTEGER NOT NULL,
    title_key INTEGER,
    length_key INTEGER,
    facts_key INTEGER,
    show_key INTEGER,
    copy_group INTEGER
  ) STRICT`,
  ...['title', 'length', 'facts'].map(
    (key) => `CREATE INDEX copies_by_${key}
      ON copies (${key}_key, seen_at_ms, feed_id, episode_id) WHERE ${key}_key IS NOT NULL`,
  ),
  `CREATE INDEX copies_by_episode ON copies (episode_id, copy_group)
   WHERE copy_group IS NOT NULL`,
  `CREATE INDEX copies_by_group ON copies (copy_group, seen_at_ms, feed_id, episode_id)
   WHERE copy_group IS NOT NULL`,
  `CREATE TRIGGER copies_deleted AFTER DELETE ON episodes BEGIN
    DELETE FROM copies WHERE episode_id = old.id;
  END`,
  'UPDATE feeds SET etag = NULL, last_modified = NULL',
];

/** The statements that bring a catalogue from one version to the next. */
type Migration = readonly string[];

/** The first makes version 1 of an empty database, the second version 2 of that, and so on. */
export const MIGRATIONS: readonly Migration[] = [
  ...[
    VERSION_1,
    VERSION_2,
    VERSION_3,
    VERSION_4,
    VERSION_5,
    VERSION_6,
    VERSION_7,
    VERSION_8,
    VERSION_9,
  ],
];

const numbers = z.array(z.tuple([z.number()]));

function pragma(connection: Connection, name: 'application_id' | 'user_version'): number {
  return numbers.parse(connection.prepare(`PRAGMA ${name}`).raw().all())[0]?.[0] ?? 0;
}

function isEmpty(connection: Connection): boolean {
  return connection.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').all().length === 0;
}

/**
 * Brings the schema up to date. Several processes may do so at once: one does the work, the others
 * wait for it. Throws, with what to do, on a database that is not a catalogue and on a catalogue of
 * a later version; leaves either untouched.
 * @param migrations Ours, save in tests.
 */
export function migrateCatalogue(connection: Connection, migrations = MIGRATIONS): void {
  const latest = migrations.length;
  if (isCurrent(connection, latest)) return;
  inTransaction(connection, () => {
    if (isCurrent(connection, latest)) return;
    const version = pragma(connection, 'user_version');
    for (const statement of migrations.slice(version).flat()) connection.prepare(statement).run();
    connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    connection.exec(`PRAGMA user_version = ${latest}`);
  });
}

function isCurrent(connection: Connection, latest: number): boolean {
  if (pragma(connection, 'application_id') !== APPLICATION_ID) {
    if (isEmpty(connection)) return false;
    throw new Error('is a database of something else; choose another file in CATALOGUE_URL');
  }
  const version = pragma(connection, 'user_version');
  if (version > latest) {
    throw new Error(
      `was written by a later version of this software (schema ${version}, known up to ${latest}); ` +
        'update the software or choose another file in CATALOGUE_URL',
    );
  }
  return version === latest;
}
