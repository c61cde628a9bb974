import type * as z from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Dialect } from './dialect.ts';
import type { NumberedEpisode } from './episode-row.ts';
import { type Found, namedRows } from './named-rows.ts';

type Scalar = string | number | bigint | null;

/** A list is the parameter of a dialect's `among` or `table`. */
export type SqlValue = Scalar | Uint8Array | readonly Scalar[] | readonly (readonly Scalar[])[];

export interface Statement {
  sql: string;
  values: readonly SqlValue[];
  answers: boolean;
}

interface Answer {
  found: Found;
  engine: Engine;
}

/**
 * Database work for both engines: a coroutine with `yield*` in place of `await`. SQLite runs it synchronously, so
 * that nothing interrupts a transaction; PostgreSQL awaits each statement.
 */
export type Work<T> = Generator<Statement | null, T, Answer>;

/** SQL of an engine, and writes that also update its text indexes. */
export interface Engine extends Dialect {
  insertEpisodes: (feed: number, episodes: readonly NumberedEpisode[]) => Work<void>;
  /** Keeps the episodes' ids, files and duplicates. */
  replaceEpisodes: (feed: number, episodes: readonly NumberedEpisode[]) => Work<void>;
  removeEpisodes: (feed: number, ids: readonly number[]) => Work<void>;
  indexTranscript: (episodeId: number, text: string) => Work<void>;
  removeTranscripts: (episodeIds: readonly number[]) => Work<void>;
}

export function* engine(): Work<Engine> {
  const answer = yield null;
  return answer.engine;
}

/** Returns rows like {@link namedRows}; column names must be distinct. */
export function* rows<Row>(
  schema: z.ZodType<Row>,
  sql: string,
  ...values: SqlValue[]
): Work<Row[]> {
  const answer = yield { sql, values, answers: true };
  return namedRows(schema, answer.found);
}

/** Throws unless the statement has exactly one row. */
export function* row<Row>(schema: z.ZodType<Row>, sql: string, ...values: SqlValue[]): Work<Row> {
  const [only, ...others] = yield* rows(schema, sql, ...values);
  if (only === undefined || others.length > 0)
    throw new AppError('internal', `Not one row: ${sql}`);
  return only;
}

export function* run(sql: string, ...values: SqlValue[]): Work<void> {
  yield { sql, values, answers: false };
}

/**
 * `work` is a function because each attempt needs a new generator. Rejects with 'upstream-timeout' (too slow),
 * 'upstream-unavailable' (server unreachable) or 'internal' (unreadable catalogue).
 */
export interface WorkReader {
  /** Runs work on one snapshot; rejects work that writes. */
  read<T>(work: () => Work<T>): Promise<T>;
}

export interface WorkWriter {
  /** Runs work in one transaction. Transactions are serialized. */
  write<T>(work: () => Work<T>): Promise<T>;
  /** Runs a single statement, which does not wait for other writers on PostgreSQL. Rejects at a second statement. */
  writeOne<T>(work: () => Work<T>): Promise<T>;
}

/** Throws at a second statement. */
export function* onlyOne<T>(work: Work<T>): Work<T> {
  let statements = 0;
  let step = work.next();
  while (step.done !== true) {
    if (step.value !== null) statements += 1;
    if (statements > 1)
      throw new AppError('internal', 'Work of several statements needs a transaction');
    step = work.next(yield step.value);
  }
  return step.value;
}
