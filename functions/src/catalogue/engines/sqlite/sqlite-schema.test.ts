import Database from 'libsql';
import { expect, test } from 'vitest';
import { SCHEMA_VERSION } from '../../schema/schema.ts';
import { ensureSqliteSchema } from './sqlite-schema.ts';

/** Creates a catalogue of this schema version, with a feed and an episode. */
function filled(version: number) {
  const connection = new Database(':memory:');
  ensureSqliteSchema(connection, version);
  connection.exec(`
    INSERT INTO feeds (id, url) VALUES (1, 'https://show.example/feed');
    INSERT INTO episodes (
      id, feed_id, identity, content_hash, pub_date_ms, ingested_at_ms, title, podcast, publisher,
      description, persons, speakers, chapters, chapter_times, origin
    ) VALUES (1, 1, x'01', x'02', 3, 4, 'Ledgers', 'Small Bets', 'Ada', '', '', '', '', '', x'');
    INSERT INTO episodes_fts (rowid, title) VALUES (1, 'ledgers')`);
  return connection;
}

const BLOCKED = `INSERT INTO feeds (url, title, state, state_before_block)
  VALUES ('https://bad.example/feed', 'Bad', 'blocked', 'public')`;

const foundIn = (connection: Database.Database) =>
  connection
    .prepare("SELECT rowid FROM episodes_fts WHERE episodes_fts MATCH 'ledgers'")
    .pluck()
    .all();
const schemaOf = (connection: Database.Database) =>
  connection.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').raw().all();

test('replaces the tables of an older version, and keeps the current version', () => {
  const connection = filled(SCHEMA_VERSION - 1);
  ensureSqliteSchema(connection, SCHEMA_VERSION - 1);
  expect(foundIn(connection)).toEqual([1]);
  ensureSqliteSchema(connection);
  expect(foundIn(connection)).toEqual([]);
  expect(connection.prepare('SELECT * FROM feeds').all()).toEqual([]);
  const made = new Database(':memory:');
  ensureSqliteSchema(made);
  expect(schemaOf(connection)).toEqual(schemaOf(made));
});

test('keeps blocks when the tables are replaced', () => {
  const connection = filled(SCHEMA_VERSION);
  connection.exec(BLOCKED);
  ensureSqliteSchema(connection, SCHEMA_VERSION + 1);
  ensureSqliteSchema(connection, SCHEMA_VERSION + 2);
  expect(
    connection.prepare('SELECT url, title, state, state_before_block FROM feeds').raw().all(),
  ).toEqual([['https://bad.example/feed', 'Bad', 'blocked', 'public']]);
});

test('leaves the tables unchanged if their replacement fails', () => {
  const connection = filled(SCHEMA_VERSION - 1);
  connection.exec('CREATE TABLE other (a); DROP INDEX copies_by_title');
  connection.exec('CREATE INDEX copies_by_title ON other (a)');
  expect(() => ensureSqliteSchema(connection)).toThrow(/copies_by_title/);
  expect(foundIn(connection)).toEqual([1]);
});

test('rejects a newer version without changes', () => {
  const connection = filled(SCHEMA_VERSION + 1);
  expect(() => ensureSqliteSchema(connection)).toThrow(
    `written by a later version of this software (schema ${SCHEMA_VERSION + 1}, known up to ${SCHEMA_VERSION})`,
  );
  expect(foundIn(connection)).toEqual([1]);
});
