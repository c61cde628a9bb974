import Database from 'libsql';
import { expect, test } from 'vitest';
import { EPISODE_COLUMNS } from '../../episode-row.ts';
import { migrateCatalogue, MIGRATIONS } from './sqlite-schema.ts';

const columnsOf = (connection: Database.Database) =>
  connection.prepare('SELECT name FROM pragma_table_info(?)').pluck().all('shows');

const FIRST = ['CREATE TABLE shows (id INTEGER PRIMARY KEY) STRICT'];
const SECOND = [
  'ALTER TABLE shows ADD COLUMN title TEXT',
  'ALTER TABLE shows ADD COLUMN language TEXT',
];

test('a migration runs every one of its statements', () => {
  const connection = new Database(':memory:');
  migrateCatalogue(connection, [FIRST]);
  expect(columnsOf(connection)).toEqual(['id']);
  migrateCatalogue(connection, [FIRST, SECOND]);
  expect(columnsOf(connection)).toEqual(['id', 'title', 'language']);
  migrateCatalogue(connection, [FIRST, SECOND]);
});

test('a migration that fails half-way leaves the catalogue as it was, to be migrated again', () => {
  const connection = new Database(':memory:');
  migrateCatalogue(connection, [FIRST]);
  const broken = [...SECOND, 'ALTER TABLE nothing ADD COLUMN title TEXT'];
  expect(() => migrateCatalogue(connection, [FIRST, broken])).toThrow(/nothing/);
  expect(columnsOf(connection)).toEqual(['id']);
  migrateCatalogue(connection, [FIRST, SECOND]);
  expect(columnsOf(connection)).toEqual(['id', 'title', 'language']);
});

test('a catalogue of a later version is refused and left as it is', () => {
  const connection = new Database(':memory:');
  migrateCatalogue(connection, [FIRST, SECOND]);
  expect(() => migrateCatalogue(connection, [FIRST])).toThrow(
    'written by a later version of this software (schema 2, known up to 1)',
  );
});

test('a catalogue from before durations keeps its episodes, without any', () => {
  const connection = new Database(':memory:');
  migrateCatalogue(connection, MIGRATIONS.slice(0, 1));
  connection.exec(`
    INSERT INTO feeds (id, url) VALUES (1, 'https://show.example/feed');
    INSERT INTO episodes (
      id, feed_id, identity, content_hash, pub_date_ms, ingested_at_ms,
      title, podcast, publisher, description
    ) VALUES (1, 1, x'01', x'02', 3, 4, 'Ledgers', 'Small Bets', 'Ada', '')`);
  migrateCatalogue(connection);
  const found = connection.prepare(
    `SELECT title, duration_s FROM episodes
     WHERE id IN (SELECT rowid FROM episodes_fts WHERE episodes_fts MATCH 'ledgers')`,
  );
  expect(found.all()).toEqual([{ title: 'Ledgers', duration_s: null }]);
});

test.each([
  [3, 'standing text'],
  [4, 'copies'],
  [5, 'times of chapters'],
  [6, 'files of chapters'],
])(
  'a catalogue of version %i, before %s were known, has its feeds read in full once more',
  (at) => {
    const connection = new Database(':memory:');
    migrateCatalogue(connection, MIGRATIONS.slice(0, at));
    connection.exec(
      "INSERT INTO feeds (id, url, etag, last_modified) VALUES (1, 'https://a.example', 'x', 'y')",
    );
    migrateCatalogue(connection);
    const feeds = connection.prepare('SELECT etag, last_modified FROM feeds').all();
    expect(feeds).toEqual([{ etag: null, last_modified: null }]);
  },
);

test('the table of episodes has the columns that the list of them names', () => {
  const connection = new Database(':memory:');
  migrateCatalogue(connection);
  const columns = connection
    .prepare("SELECT name FROM pragma_table_info('episodes')")
    .pluck()
    .all();
  expect(columns).toEqual(['id', 'feed_id', ...EPISODE_COLUMNS.map(({ name }) => name)]);
});
