import { expect, it } from 'vitest';
import { SCHEMA_VERSION } from '../../schema/schema.ts';
import { pgliteServer } from '../../testing/test-pglite.ts';
import { POSTGRES_TABLES, rowsOfTables } from '../../testing/test-tables.ts';
import { ensurePostgresSchema } from './postgres-schema.ts';
import { preparedServer } from './server/prepared-server.ts';
import type { SqlServer } from './server/sql-server.ts';

const rowsIn = async (server: SqlServer, query: string) =>
  (await server.session((session) => session.find(query))).rows;
const tablesOf = (server: SqlServer) =>
  rowsOfTables({ ...POSTGRES_TABLES, rows: (query) => rowsIn(server, query) });

/** Creates a catalogue of this schema version, with one feed. */
async function filled(version: number): Promise<SqlServer> {
  const server = await pgliteServer();
  await ensurePostgresSchema(server, version);
  await rowsIn(server, "INSERT INTO feeds (url) VALUES ('https://show.example/feed')");
  return server;
}

const feedsIn = (server: SqlServer) => rowsIn(server, 'SELECT url FROM feeds');

it('replaces the tables of an older version, and keeps the current version', async () => {
  const server = await filled(SCHEMA_VERSION - 1);
  await ensurePostgresSchema(server, SCHEMA_VERSION - 1);
  expect(await feedsIn(server)).toHaveLength(1);
  await ensurePostgresSchema(server);
  const made = await pgliteServer();
  await ensurePostgresSchema(made);
  expect(await tablesOf(server)).toEqual(await tablesOf(made));
});

it('keeps blocks when the tables are replaced', async () => {
  const server = await filled(SCHEMA_VERSION);
  await rowsIn(
    server,
    `INSERT INTO feeds (url, title, state, state_before_block)
     VALUES ('https://bad.example/feed', 'Bad', 'blocked', 'public')`,
  );
  await ensurePostgresSchema(server, SCHEMA_VERSION + 1);
  await ensurePostgresSchema(server, SCHEMA_VERSION + 2);
  expect(await rowsIn(server, 'SELECT url, title, state, state_before_block FROM feeds')).toEqual([
    ['https://bad.example/feed', 'Bad', 'blocked', 'public'],
  ]);
});

it('leaves the tables unchanged if their replacement fails', async () => {
  const server = await filled(SCHEMA_VERSION - 1);
  await server.session((session) =>
    session.run('DROP INDEX copies_by_title; CREATE TABLE copies_by_title (a integer)'),
  );
  await expect(ensurePostgresSchema(server)).rejects.toThrow(/copies_by_title/);
  expect(await feedsIn(server)).toHaveLength(1);
});

it('rejects a newer version without changes', async () => {
  const server = await filled(SCHEMA_VERSION + 1);
  await expect(ensurePostgresSchema(server)).rejects.toThrow(
    `written by a later version of this software (schema ${SCHEMA_VERSION + 1}, known up to ${SCHEMA_VERSION})`,
  );
  expect(await feedsIn(server)).toHaveLength(1);
});

it('rejects a foreign database without changes', async () => {
  const server = await pgliteServer();
  await server.session((session) => session.run('CREATE TABLE theirs (a integer)'));
  const opened = preparedServer(server, 'postgres://db.example/theirs');
  await expect(opened.session(() => Promise.resolve())).rejects.toMatchObject({
    code: 'internal',
    message: expect.stringMatching(/db\.example\/theirs holds tables of something else/) as string,
  });
  expect(Object.keys(await tablesOf(server))).toEqual(['theirs']);
});
