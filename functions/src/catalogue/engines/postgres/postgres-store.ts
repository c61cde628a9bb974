import { type ListColumns, POSTGRES } from '../../schema/dialect.ts';
import {
  EPISODE_COLUMN_NAMES,
  EPISODE_COLUMNS,
  episodeValues,
  type NumberedEpisode,
} from '../../schema/episode-row.ts';
import { type Found, NOTHING_FOUND } from '../../schema/named-rows.ts';
import {
  type Engine,
  run,
  type SqlValue as WorkValue,
  type Statement,
  type Work,
} from '../../schema/work.ts';
import { ensureDayTables } from './day-tables.ts';
import {
  inTransaction,
  type SqlServer,
  type SqlSession,
  type SqlValue,
} from './server/sql-server.ts';
import { vectorsOf, WORD_TABLES, type WordTable, wordVectors } from './words/word-vector.ts';

/** A statement has about 5 MB with the longest descriptions. */
const ROWS_PER_STATEMENT = 200;

/** Serializes writers, so that ids are unique. PostgreSQL releases the lock when the transaction ends. */
export const WRITE_LOCK =
  "SELECT pg_advisory_xact_lock(hashtextextended('earshot writes ' || current_schema(), 0))";

const { among, table, unhex } = POSTGRES;

const COLUMNS: ListColumns = {
  id: 'integer',
  words: 'text',
  ...Object.fromEntries(
    EPISODE_COLUMNS.map(({ name, kind }) => [name, kind === 'integer' ? 'integer' : 'text']),
  ),
};

const INSERT = `
  INSERT INTO episodes (feed_id, id, words, ${EPISODE_COLUMN_NAMES})
  SELECT $1, item.id, item.words::tsvector, ${EPISODE_COLUMNS.map(({ name, kind }) =>
    kind === 'digest' ? unhex(`item.${name}`) : `item.${name}`,
  ).join(', ')}
  FROM ${table('$2', COLUMNS)} AS item`;

const POSTGRES_ENGINE: Engine = {
  ...POSTGRES,
  *insertEpisodes(feed, episodes) {
    yield* ensureDayTables(episodes.map(({ row }) => row.publishedAtMs));
    yield* insertRows(feed, episodes);
    yield* countEpisodes(feed, episodes.length);
  },
  *replaceEpisodes(feed, episodes) {
    const ids = episodes.map(({ id }) => id);
    yield* removeFrom(['episodes', 'more_words'], ids);
    yield* insertRows(feed, episodes);
  },
  *removeEpisodes(feed, ids) {
    yield* removeFrom(['episodes', ...OF_EPISODES], ids);
    yield* countEpisodes(feed, -ids.length);
  },
  *indexTranscript(episodeId, text) {
    yield* insertWords(
      'spoken_words',
      vectorsOf([text]).map((words) => [episodeId, words]),
    );
  },
  removeTranscripts: (ids) => removeFrom(['transcripts', 'spoken_words'], ids),
};

export const OF_EPISODES = [
  ...WORD_TABLES,
  'transcripts',
  'chapter_files',
  'copies',
  'text_changes',
  'unheard',
];

function countEpisodes(feed: number, more: number): Work<void> {
  return run('UPDATE feeds SET episodes = episodes + $2 WHERE id = $1', feed, more);
}

function* removeFrom(tables: readonly string[], ids: readonly number[]): Work<void> {
  for (const name of tables) {
    const id = name === 'episodes' ? 'id' : 'episode_id';
    yield* run(`DELETE FROM ${name} WHERE ${id} ${among('$1')}`, ids);
  }
}

/** The partitions of the episodes' days must exist. */
function* insertRows(feed: number, episodes: readonly NumberedEpisode[]): Work<void> {
  for (let start = 0; start < episodes.length; start += ROWS_PER_STATEMENT) {
    const batch = episodes
      .slice(start, start + ROWS_PER_STATEMENT)
      .map(({ id, row }) => ({ id, row, vectors: wordVectors(row) }));
    yield* run(
      INSERT,
      feed,
      batch.map(({ id, row, vectors }) => [id, vectors[0] ?? '', ...episodeValues(row)]),
    );
    yield* insertWords(
      'more_words',
      batch.flatMap(({ id, vectors: [, ...more] }) => more.map((words) => [id, words] as const)),
    );
  }
}

function* insertWords(
  name: WordTable,
  words: readonly (readonly [id: number, words: string])[],
): Work<void> {
  if (words.length === 0) return;
  const items = table('$1', { id: 'integer', words: 'text' });
  yield* run(
    `INSERT INTO ${name} (episode_id, words)
     SELECT item.id, item.words::tsvector FROM ${items} AS item`,
    words,
  );
}

export async function carryOut<T>(session: SqlSession, work: Work<T>): Promise<T> {
  let step = work.next();
  while (step.done !== true) {
    const found = step.value === null ? NOTHING_FOUND : await find(session, step.value);
    step = work.next({ engine: POSTGRES_ENGINE, found });
  }
  return step.value;
}

async function find(session: SqlSession, statement: Statement): Promise<Found> {
  const { sql, values, answers } = statement;
  if (answers || values.length > 0) return session.find(sql, values.map(bindable));
  await session.run(sql);
  return NOTHING_FOUND;
}

export function readOnServer<T>(server: SqlServer, work: () => Work<T>): Promise<T> {
  return inTransaction(server, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', (session) =>
    carryOut(session, work()),
  );
}

export function writeOnServer<T>(server: SqlServer, work: () => Work<T>): Promise<T> {
  return inTransaction(server, `BEGIN; ${WRITE_LOCK}`, (session) => carryOut(session, work()));
}

function bindable(value: WorkValue): SqlValue {
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return storable(value);
  if (value === null || typeof value === 'number') return value;
  if (isTable(value)) {
    return JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'string' ? storable(each) : each,
    );
  }
  return value.map((each) => (each === null ? null : storable(String(each))));
}

function isTable(value: readonly unknown[]): value is readonly (readonly unknown[])[] {
  return Array.isArray(value[0]);
}

/** PostgreSQL rejects NUL characters and lone surrogates. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
