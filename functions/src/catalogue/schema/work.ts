import type * as z from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Dialect } from './dialect.ts';
import type { NumberedEpisode } from './episode-row.ts';
import { type Found, namedRows } from './named-rows.ts';

type Scalar = string | number | bigint | null;

/** A value of a statement. Lists are values of a dialect's `among` and `table`. */
export type SqlValue = Scalar | Uint8Array | readonly Scalar[] | readonly (readonly Scalar[])[];

export interface Statement {
  sql: string;
  values: readonly SqlValue[];
  answers: boolean;
}

/** The answer to a step of work; without a statement, nothing was found. */
interface Answer {
  found: Found;
  /** The engine that runs the work. */
  engine: Engine;
}

/**
 * Database work for both engines as a coroutine, with `yield*` for `await`. SQLite runs it
 * synchronously, so that nothing interrupts a transaction; PostgreSQL awaits each statement.
 */
export type Work<T> = Generator<Statement | null, T, Answer>;

/** What differs between the engines: SQL, and writes that also update the indexes of texts. */
export interface Engine extends Dialect {
  insertEpisodes: (feed: number, episodes: readonly NumberedEpisode[]) => Work<void>;
  /** Rewrites episodes under their ids; files and duplicates stay. */
  replaceEpisodes: (feed: number, episodes: readonly NumberedEpisode[]) => Work<void>;
  removeEpisodes: (feed: number, ids: readonly number[]) => Work<void>;
  indexTranscript: (episodeId: number, text: string) => Work<void>;
  removeTranscripts: (episodeIds: readonly number[]) => Work<void>;
}

/** The engine that runs this work. */
export function* engine(): Work<Engine> {
  const answer = yield null;
  return answer.engine;
}

/** Rows of a statement as {@link namedRows}: all columns need names of their own. */
export function* rows<Row>(
  schema: z.ZodType<Row>,
  sql: string,
  ...values: SqlValue[]
): Work<Row[]> {
  const answer = yield { sql, values, answers: true };
  return namedRows(schema, answer.found);
}

/** The row of a statement that always has one. */
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
 * Runs work that reads. `work` is a function, as each attempt needs a new generator. Rejects with
 * 'upstream-timeout' (too slow), 'upstream-unavailable' (server unreachable) or 'internal' (unreadable
 * catalogue).
 */
export interface WorkReader {
  /** Runs work on one snapshot; rejects work that writes. */
  read<T>(work: () => Work<T>): Promise<T>;
}

export interface WorkWriter {
  /** Runs work in one transaction; transactions run one after the other. */
  write<T>(work: () => Work<T>): Promise<T>;
  /** Runs work of one statement, on PostgreSQL without waiting for writers. Rejects at a second statement. */
  writeOne<T>(work: () => Work<T>): Promise<T>;
}

/** The same work, which throws at a second statement. */
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
