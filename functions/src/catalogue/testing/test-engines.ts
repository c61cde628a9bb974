import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { WritableCatalogue } from '../catalogue.ts';
import { preparedServer } from '../engines/postgres/server/prepared-server.ts';
import { postgresAddress } from '../engines/postgres/server/postgres-address.ts';
import { writablePostgresCatalogue } from '../engines/postgres/writable-postgres.ts';
import { postgresFailure } from '../engines/postgres/server/postgres-failure.ts';
import { openPostgresServer } from '../engines/postgres/server/postgres-server.ts';
import { WRITING } from '../engines/postgres/server/server-limits.ts';
import type { SqlServer } from '../engines/postgres/server/sql-server.ts';
import { wordVectors } from '../engines/postgres/words/word-vector.ts';
import { COMPARED_COLUMNS, SEARCHED_COLUMNS } from '../schema/episode-row.ts';
import { FACT_COLUMNS } from '../../query/facts.ts';
import { FTS_TOKENIZER } from '../../query/fts-expression.ts';
import { NOTES_COLUMNS, notesTexts, SEARCH_INDEXES } from '../engines/sqlite/text-indexes.ts';
import type { Connection } from '../engines/sqlite/sqlite-database.ts';
import { openSqliteFile } from '../engines/sqlite/open-sqlite-file.ts';
import { writableSqliteCatalogue } from '../engines/sqlite/writable-sqlite.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { POSTGRES_TABLES, rowsOfTables, SQLITE_TABLES, type TableRows } from './test-tables.ts';
import { pgliteServer } from './test-pglite.ts';
import { HAS_POSTGRES, postgresUrl } from './test-postgres.ts';

interface TestCatalogue {
  catalogue: WritableCatalogue;
  /** Rejects if the index differs from the episodes. */
  checkIndex: () => Promise<void>;
  /** Makes writes of episodes with this title fail. */
  refuseTitle: (title: string) => Promise<void>;
  /** Rows by table, without SQLite's full-text indexes. */
  tables: () => Promise<Record<string, TableRows>>;
  clear: () => Promise<void>;
  breakDown: () => Promise<void>;
}

export interface TestEngine {
  engine: string;
  /** Fraction of a property test's runs on this engine; slow engines get fewer. */
  pace: number;
  open: () => Promise<TestCatalogue>;
}

function openSqlite(): Promise<TestCatalogue> {
  const database = openSqliteFile(`file:${path.join(temporaryFolder(), 'catalogue.db')}`);
  onTestFinished(() => database.close());
  const run = (sql: string) => Promise.resolve(database.connection().exec(sql)).then(() => {});
  return Promise.resolve({
    catalogue: writableSqliteCatalogue(database),
    checkIndex: async () => {
      for (const index of SEARCH_INDEXES) {
        await run(`INSERT INTO ${index} (${index}) VALUES ('integrity-check')`);
      }
      compareTokens(database.connection());
    },
    refuseTitle: (title) =>
      run(`CREATE TRIGGER fails AFTER INSERT ON episodes WHEN new.title = '${title}'
        BEGIN SELECT raise(ABORT, 'refused'); END`),
    tables: () =>
      rowsOfTables({
        ...SQLITE_TABLES,
        rows: (query) =>
          Promise.resolve(database.connection().prepare(query).raw().all() as unknown[][]),
      }),
    clear: () => run('DELETE FROM episodes; DELETE FROM first_seen; DELETE FROM feeds'),
    breakDown: () => run('DROP TABLE episodes; DROP TABLE episodes_fts'),
  });
}

/** Throws if the text index differs from a newly built index. */
export function compareTokens(connection: Connection): void {
  const names = NOTES_COLUMNS.join(', ');
  connection.exec(`
    CREATE VIRTUAL TABLE temp.made USING fts5(
      ${names}, content = '', contentless_delete = 1, tokenize = "${FTS_TOKENIZER}"
    );
    CREATE VIRTUAL TABLE temp.made_tokens USING fts5vocab(temp, made, instance);
    CREATE VIRTUAL TABLE temp.index_tokens USING fts5vocab(main, episodes_fts, instance)`);
  try {
    const insert = connection.prepare(
      `INSERT INTO temp.made (rowid, ${names}) VALUES (?, ${NOTES_COLUMNS.map(() => '?').join(', ')})`,
    );
    const rows = connection
      .prepare(`SELECT id, ${INDEXED.join(', ')} FROM episodes`)
      .raw()
      .all() as [number, ...string[]][];
    for (const [id, ...values] of rows) {
      insert.run(BigInt(id), ...notesTexts(indexed(values)));
    }
    const tokensIn = (name: string) =>
      JSON.stringify(
        connection
          .prepare(`SELECT doc, term, "offset" FROM temp.${name} ORDER BY doc, col, "offset", term`)
          .raw()
          .all(),
      );
    if (tokensIn('index_tokens') !== tokensIn('made_tokens')) {
      throw new Error('episodes_fts is out of step');
    }
  } finally {
    connection.exec(
      'DROP TABLE temp.index_tokens; DROP TABLE temp.made_tokens; DROP TABLE temp.made',
    );
  }
}

const INDEXED = [...COMPARED_COLUMNS, ...SEARCHED_COLUMNS];

/** @param values In the order of {@link INDEXED}. */
function indexed(values: readonly unknown[]): Parameters<typeof wordVectors>[0] {
  const fields = [...FACT_COLUMNS, ...SEARCHED_COLUMNS];
  const row = Object.fromEntries(fields.map((field, at) => [field, values[at]]));
  return row as Parameters<typeof wordVectors>[0];
}

function onServer(server: SqlServer): TestCatalogue {
  const run = (sql: string) => server.session((session) => session.run(sql));
  return {
    catalogue: writablePostgresCatalogue(server),
    checkIndex: () => checkWords(server),
    refuseTitle: (title) => run(`ALTER TABLE episodes ADD CHECK (title <> '${title}')`),
    tables: () =>
      rowsOfTables({
        ...POSTGRES_TABLES,
        rows: async (query) => (await server.session((session) => session.find(query))).rows,
      }),
    clear: () =>
      run(
        `DELETE FROM episodes; DELETE FROM more_words; DELETE FROM spoken_words;
         DELETE FROM transcripts; DELETE FROM chapter_files; DELETE FROM copies; DELETE FROM text_changes; DELETE FROM first_seen; DELETE FROM feeds`,
      ),
    breakDown: () => run('DROP TABLE episodes, feeds CASCADE'),
  };
}

/** Throws if the word vectors or a feed's count of episodes differ from the episodes. */
async function checkWords(server: SqlServer): Promise<void> {
  const { rows: wrong } = await server.session(async (session) => {
    const { rows: episodes } = await session.find(`SELECT id, ${INDEXED.join(', ')} FROM episodes`);
    const parts = episodes.flatMap(([id, ...values]) =>
      wordVectors(indexed(values)).map((words, part) => ({
        id: String(id),
        words,
        part: String(part),
      })),
    );
    const made = `unnest($1::text[]::bigint[], $2::text[]::tsvector[], $3::text[]) AS made (id, words, part)`;
    return session.find(
      `SELECT 'words', id FROM ${made} FULL JOIN episodes USING (id)
         WHERE part IS NULL OR part = '0' AND episodes.words IS DISTINCT FROM made.words
       UNION ALL
       SELECT 'more words', episode_id FROM more_words WHERE (episode_id, words) NOT IN (
         SELECT id, words FROM ${made} WHERE part <> '0'
       )
       UNION ALL
       SELECT 'feed', feeds.id FROM feeds
         WHERE episodes <> (SELECT count(*) FROM episodes WHERE feed_id = feeds.id)`,
      [parts.map(({ id }) => id), parts.map(({ words }) => words), parts.map(({ part }) => part)],
    );
  });
  if (wrong.length > 0) throw new Error(`out of step: ${JSON.stringify(wrong)}`);
}

/** Maps PGlite's errors like those of a server, because the SQLSTATEs are the same. */
function failing(server: SqlServer): SqlServer {
  return {
    ...server,
    session: (work, signal) =>
      server.session(work, signal).catch((error: unknown) => {
        throw postgresFailure(error);
      }),
  };
}

async function openPglite(): Promise<TestCatalogue> {
  return onServer(preparedServer(failing(await pgliteServer()), 'PGlite'));
}

async function openPostgres(): Promise<TestCatalogue> {
  const server = openPostgresServer(postgresAddress(await postgresUrl()), WRITING);
  onTestFinished(() => server.close());
  return onServer(preparedServer(server, 'PostgreSQL'));
}

const ALL: readonly TestEngine[] = [
  { engine: 'SQLite', pace: 1, open: openSqlite },
  { engine: 'PGlite', pace: 0.08, open: openPglite },
  { engine: 'PostgreSQL', pace: 0.2, open: openPostgres },
];

/** For `describe.each`: SQLite and PostgreSQL, or PGlite without an installed server. TEST_ENGINES overrides them. */
export const ENGINES = (
  process.env['TEST_ENGINES'] ?? `SQLite,${HAS_POSTGRES ? 'PostgreSQL' : 'PGlite'}`
)
  .split(',')
  .map(engineOf);

function engineOf(name: string): TestEngine {
  const found = ALL.find(({ engine }) => engine === name);
  if (found === undefined) throw new Error(`There is no engine "${name}" to test`);
  return found;
}
