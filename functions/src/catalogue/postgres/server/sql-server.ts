/** What a statement can be given. */
export type SqlValue = string | number | null | readonly (string | null)[];

/** A text as PostgreSQL takes it: without the sign that ends a text in C, and without half a sign. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

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
