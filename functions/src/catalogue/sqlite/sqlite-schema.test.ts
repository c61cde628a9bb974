import Database from 'libsql';
import { expect, test } from 'vitest';
import { migrateCatalogue } from './sqlite-schema.ts';

const columnsOf = (connection: Database.Database) =>
  connection.prepare('SELECT name FROM pragma_table_info(?)').pluck().all('shows');

const FIRST = ['CREATE TABLE shows (id INTEGER PRIMARY KEY) STRICT'];
const SECOND = [
  'ALTER TABLE shows ADD COLUMN title TEXT',
  'ALTER TABLE shows ADD COLUMN language TEXT',
];

test('a migration runs every one of its statements', () => {
  const connection = new Database(':memory:');
  migrateCatalogue(connection, 'application-id', [FIRST]);
  expect(columnsOf(connection)).toEqual(['id']);
  migrateCatalogue(connection, 'application-id', [FIRST, SECOND]);
  expect(columnsOf(connection)).toEqual(['id', 'title', 'language']);
  migrateCatalogue(connection, 'application-id', [FIRST, SECOND]);
});

test('a migration that fails half-way leaves the catalogue as it was, to be migrated again', () => {
  const connection = new Database(':memory:');
  migrateCatalogue(connection, 'application-id', [FIRST]);
  const broken = [...SECOND, 'ALTER TABLE nothing ADD COLUMN title TEXT'];
  expect(() => migrateCatalogue(connection, 'application-id', [FIRST, broken])).toThrow(/nothing/);
  expect(columnsOf(connection)).toEqual(['id']);
  migrateCatalogue(connection, 'application-id', [FIRST, SECOND]);
  expect(columnsOf(connection)).toEqual(['id', 'title', 'language']);
});

test('a catalogue of a later version is refused and left as it is', () => {
  const connection = new Database(':memory:');
  migrateCatalogue(connection, 'application-id', [FIRST, SECOND]);
  expect(() => migrateCatalogue(connection, 'application-id', [FIRST])).toThrow(
    'written by a later version of this software (schema 2, known up to 1)',
  );
});
