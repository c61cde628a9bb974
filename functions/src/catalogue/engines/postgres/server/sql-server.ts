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
    try {
      await session.run(begin);
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
