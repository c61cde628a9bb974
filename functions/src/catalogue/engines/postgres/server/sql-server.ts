import type { SqlValue as StoreValue, Work } from '../../../store/work.ts';

/** What a statement can be given. */
export type SqlValue = string | number | Uint8Array | null | readonly (string | null)[];

/** A connection that one piece of work has to itself. */
export interface SqlSession {
  /** Runs statements without parameters, several in one go. */
  run(statements: string): Promise<void>;
  /** The rows that one statement answers with, each a list of its values; whole numbers as numbers. */
  rows(statement: string, values?: readonly SqlValue[]): Promise<unknown[][]>;
}

/** A PostgreSQL server, however it is reached. */
export interface SqlServer {
  /**
   * Does `work` on a connection of its own, and gives that back, or up where `work` fails.
   * @param signal Ends the work where it is, on the server as well; rejects with 'upstream-timeout' then.
   */
  session<T>(work: (session: SqlSession) => Promise<T>, signal?: AbortSignal): Promise<T>;
  close(): Promise<void>;
}

/** Does `work` as one transaction: all of it or nothing. */
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
      // Where the connection is gone, the server does the same by itself.
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

/** A text as PostgreSQL takes it: without the sign that ends a text in C, and without half a sign. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
