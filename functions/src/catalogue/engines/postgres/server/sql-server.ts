import type { SqlValue as StoreValue, Work } from '../../../sql/work.ts';

export type SqlValue = string | number | Uint8Array | null | readonly (string | null)[];

export interface SqlSession {
  /** Runs statements without parameters, separated by semicolons. */
  run(statements: string): Promise<void>;
  /** The rows of one statement as lists of values; integers as numbers. */
  rows(statement: string, values?: readonly SqlValue[]): Promise<unknown[][]>;
}

export interface SqlServer {
  /**
   * Runs `work` on a connection, which is discarded on failure.
   * @param signal Aborts the work, also on the server, with 'upstream-timeout'.
   */
  session<T>(work: (session: SqlSession) => Promise<T>, signal?: AbortSignal): Promise<T>;
  close(): Promise<void>;
}

export function inTransaction<T>(
  server: SqlServer,
  begin: string,
  work: (session: SqlSession) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return server.session(async (session) => {
    await session.run(begin);
    try {
      const result = await work(session);
      await session.run('COMMIT');
      return result;
    } catch (error) {
      // On a lost connection, the server rolls back by itself.
      await session.run('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }, signal);
}

export async function carryOut<T>(session: SqlSession, work: Work<T>): Promise<T> {
  let step = work.next();
  while (step.done !== true) {
    const { sql, values } = step.value;
    if (values.length > 0) step = work.next(await session.rows(sql, values.map(bindable)));
    else if (step.value.answers) step = work.next(await session.rows(sql));
    else {
      await session.run(sql);
      step = work.next([]);
    }
  }
  return step.value;
}

function bindable(value: StoreValue): SqlValue {
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
