import { expect, it } from 'vitest';
import { EPISODE_COLUMNS } from '../episode-row.ts';
import { pgliteServer } from '../testing/test-pglite.ts';
import { migratedServer } from './server/migrated-server.ts';
import { migratePostgres } from './postgres-schema.ts';
import type { SqlServer } from './server/sql-server.ts';

const FIRST = 'CREATE TABLE shows (id integer PRIMARY KEY)';
const SECOND =
  'ALTER TABLE shows ADD COLUMN title text; ALTER TABLE shows ADD COLUMN language text';

async function columnsOf(server: SqlServer, table: string): Promise<unknown[]> {
  const rows = await server.session((session) =>
    session.rows(
      `SELECT attname::text FROM pg_attribute
       WHERE attrelid = to_regclass($1) AND attnum > 0 ORDER BY attnum`,
      [table],
    ),
  );
  return rows.flat();
}

it('a migration runs every one of its statements, once', async () => {
  const server = await pgliteServer();
  await migratePostgres(server, [FIRST]);
  expect(await columnsOf(server, 'shows')).toEqual(['id']);
  await migratePostgres(server, [FIRST, SECOND]);
  await migratePostgres(server, [FIRST, SECOND]);
  expect(await columnsOf(server, 'shows')).toEqual(['id', 'title', 'language']);
});

it('a migration that fails half-way leaves the catalogue as it was, to be migrated again', async () => {
  const server = await pgliteServer();
  await migratePostgres(server, [FIRST]);
  const broken = `${SECOND}; ALTER TABLE nothing ADD COLUMN title text`;
  await expect(migratePostgres(server, [FIRST, broken])).rejects.toThrow(/nothing/);
  expect(await columnsOf(server, 'shows')).toEqual(['id']);
  await migratePostgres(server, [FIRST, SECOND]);
  expect(await columnsOf(server, 'shows')).toEqual(['id', 'title', 'language']);
});

it('a catalogue of a later version is refused and left as it is', async () => {
  const server = await pgliteServer();
  await migratePostgres(server, [FIRST, SECOND]);
  await expect(migratePostgres(server, [FIRST])).rejects.toThrow(
    'written by a later version of this software (schema 2, known up to 1)',
  );
});

it('a database of something else is refused and left as it is', async () => {
  const server = await pgliteServer();
  await server.session((session) => session.run('CREATE TABLE theirs (a integer)'));
  const opened = migratedServer(server, 'postgres://db.example/theirs');
  await expect(opened.session(() => Promise.resolve())).rejects.toMatchObject({
    code: 'internal',
    message: expect.stringMatching(/db\.example\/theirs holds tables of something else/) as string,
  });
  expect(await columnsOf(server, 'feeds')).toEqual([]);
});

it('the table of episodes has the columns that the list of them names', async () => {
  const server = await pgliteServer();
  await migratePostgres(server);
  expect(await columnsOf(server, 'episodes')).toEqual([
    ...['id', 'feed_id', 'words'],
    ...EPISODE_COLUMNS.map(({ name }) => name),
  ]);
});
