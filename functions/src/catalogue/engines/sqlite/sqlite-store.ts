import * as z from 'zod';
import type { FeedReading } from '../../../feeds/feed-model.ts';
import { SQLITE } from '../../schema/dialect.ts';
import {
  EPISODE_COLUMN_NAMES,
  EPISODE_COLUMNS,
  episodeValues,
  type NumberedEpisode,
} from '../../schema/episode-row.ts';
import { foldedText } from '../../../query/tokenize.ts';
import type { StoreOutcome } from '../../store/store-plan.ts';
import { storeFeed } from '../../store/store-feed.ts';
import { NOTES_COLUMNS, notesTexts } from './text-indexes.ts';
import { type Found, NOTHING_FOUND } from '../../schema/named-rows.ts';
import {
  type Engine,
  rows,
  run,
  type SqlValue,
  type Statement,
  type Work,
} from '../../schema/work.ts';
import {
  type Connection,
  inSnapshot,
  inTransaction,
  columnsOf,
  prepared,
  reading,
  settled,
  type SqliteDatabase,
} from './sqlite-database.ts';

/** Returns the SQL parameters for {@link episodeValues}, which follow `others` other parameters. */
function episodeParameters(others: number): string {
  return EPISODE_COLUMNS.map(({ kind }, at) => {
    const parameter = `$${others + 1 + at}`;
    return kind === 'digest' ? SQLITE.unhex(parameter) : parameter;
  }).join(', ');
}

const INSERT = `
  INSERT INTO episodes (id, feed_id, ${EPISODE_COLUMN_NAMES})
  VALUES ($1, $2, ${episodeParameters(2)})`;
const UPDATE = `
  UPDATE episodes SET (${EPISODE_COLUMN_NAMES}) = (${episodeParameters(1)}) WHERE id = $1`;

const searched = NOTES_COLUMNS.map((_, at) => `$${at + 2}`).join(', ');
const INDEX_NOTES = `INSERT INTO episodes_fts (rowid, ${NOTES_COLUMNS.join(', ')}) VALUES ($1, ${searched})`;

const idRow = z.object({ id: z.number() });

/**
 * Indexes the texts that the index lacks; a trigger has deleted the changed ones. These inserts follow each other and
 * contain no query, because FTS5 writes its pending terms before each statement that SQLite may have to undo, which
 * takes as long as indexing.
 */
function* indexEpisodes(episodes: readonly NumberedEpisode[]): Work<void> {
  const ids = episodes.map(({ id }) => id);
  const known = yield* rows(
    idRow,
    `SELECT id FROM episodes_fts_docsize WHERE id ${SQLITE.among('$1')}`,
    ids,
  );
  const indexed = new Set(known.map(({ id }) => id));
  for (const { id, row } of episodes) {
    if (!indexed.has(id)) yield* run(INDEX_NOTES, BigInt(id), ...notesTexts(row));
  }
}

/** Deletes only episodes, because a trigger deletes their rows in other tables. */
const SQLITE_ENGINE: Engine = {
  ...SQLITE,
  *insertEpisodes(feed, episodes) {
    for (const { id, row } of episodes) yield* run(INSERT, BigInt(id), feed, ...episodeValues(row));
    yield* indexEpisodes(episodes);
  },
  *replaceEpisodes(_, episodes) {
    for (const { id, row } of episodes) yield* run(UPDATE, id, ...episodeValues(row));
    yield* indexEpisodes(episodes);
  },
  removeEpisodes: (_, ids) => run(`DELETE FROM episodes WHERE id ${SQLITE.among('$1')}`, ids),
  indexTranscript: (episodeId, text) =>
    run(
      'INSERT INTO spoken_fts (rowid, text) VALUES ($1, $2)',
      BigInt(episodeId),
      foldedText(text),
    ),
  removeTranscripts: (ids) =>
    run(`DELETE FROM transcripts WHERE episode_id ${SQLITE.among('$1')}`, ids),
};

function carryOut<T>(connection: Connection, work: Work<T>): T {
  let step = work.next();
  while (step.done !== true) {
    const found = step.value === null ? NOTHING_FOUND : find(connection, step.value);
    step = work.next({ engine: SQLITE_ENGINE, found });
  }
  return step.value;
}

function find(connection: Connection, { sql, values, answers }: Statement): Found {
  const statement = prepared(connection, sql);
  const bound = values.map(bindable);
  if (!answers) {
    statement.run(...bound);
    return NOTHING_FOUND;
  }
  const rows = statement.raw().all(...bound) as unknown[][];
  return { columns: columnsOf(statement), rows };
}

function bindable(value: SqlValue): string | number | bigint | Buffer | null {
  if (value instanceof Uint8Array) return Buffer.from(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

export function readInSqlite<T>(database: SqliteDatabase, work: () => Work<T>): Promise<T> {
  return settled(() => readNow(database, work));
}

export function readNow<T>(database: SqliteDatabase, work: () => Work<T>): T {
  return reading(database, (connection) =>
    inSnapshot(connection, () => carryOut(connection, work())),
  );
}

export function writeInSqlite<T>(database: SqliteDatabase, work: () => Work<T>): Promise<T> {
  return settled(() => inOneTransaction(database, work));
}

function inOneTransaction<T>(database: SqliteDatabase, work: () => Work<T>): T {
  const connection = database.connection();
  return inTransaction(connection, () => carryOut(connection, work()));
}

export function storeInSqlite(
  database: SqliteDatabase,
  feedUrl: string,
  reading: Extract<FeedReading, { kind: 'read' }>,
  now: number,
): StoreOutcome {
  return inOneTransaction(database, () => storeFeed(feedUrl, reading, now));
}
