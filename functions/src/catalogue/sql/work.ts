type Scalar = string | number | bigint | null;

/** Lists are for a dialect's `among` and `table`. */
export type SqlValue = Scalar | Uint8Array | readonly Scalar[] | readonly (readonly Scalar[])[];

interface Statement {
  sql: string;
  values: readonly SqlValue[];
  answers: boolean;
}

/**
 * Database work for both engines as a coroutine, with `yield*` for `await`. SQLite runs it
 * synchronously, so that nothing interrupts a transaction; PostgreSQL awaits each statement.
 */
export type Work<T> = Generator<Statement, T, unknown[][]>;

export function* rows(sql: string, ...values: SqlValue[]): Work<unknown[][]> {
  return yield { sql, values, answers: true };
}

export function* run(sql: string, ...values: SqlValue[]): Work<void> {
  yield { sql, values, answers: false };
}
