type Scalar = string | number | bigint | null;

/** What a statement is given; lists are for the `among` and `table` of a dialect. */
export type SqlValue = Scalar | Uint8Array | readonly Scalar[] | readonly (readonly Scalar[])[];

/** One statement; only those that `answers` have rows. */
interface Statement {
  sql: string;
  values: readonly SqlValue[];
  answers: boolean;
}

/**
 * Work on a database, written once for all engines: `yield*` is to it what `await` is to a promise.
 * SQLite does all of it in one go, so that nothing else on its thread comes between the statements of a
 * transaction; PostgreSQL is awaited after each.
 */
export type Work<T> = Generator<Statement, T, unknown[][]>;

export function* rows(sql: string, ...values: SqlValue[]): Work<unknown[][]> {
  return yield { sql, values, answers: true };
}

export function* run(sql: string, ...values: SqlValue[]): Work<void> {
  yield { sql, values, answers: false };
}
